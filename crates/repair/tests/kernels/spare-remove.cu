// repaired:1 --blockDim=64 --gridDim=1 --remove
__global__ void k(int *a) {
    int t = a[threadIdx.x + 1];
    __syncthreads();
    a[threadIdx.x] = t;
    __syncthreads();
}
