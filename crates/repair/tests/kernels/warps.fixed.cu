__global__ void k(int *a) {
    __shared__ int s[128];
    s[threadIdx.x] = a[threadIdx.x];
    __syncwarp();
    a[threadIdx.x] = s[threadIdx.x ^ 1];
}
