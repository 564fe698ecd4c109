__global__ void k(int *a) {
    int t = a[threadIdx.x + 1];
    __syncthreads();
    a[threadIdx.x] = t;
}
