__global__ void k(int *a, int n) {
    __shared__ int s[65];
    for (int i = 0; i < n; i++) {
        __syncthreads();
        s[threadIdx.x + i % 2] = i;
    }
}
