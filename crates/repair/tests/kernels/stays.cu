// right --blockDim=64 --gridDim=1 --remove
__global__ void k(int *a) {
    int t = a[threadIdx.x + 1];
    int i = threadIdx.x;
    __syncthreads();
    i *= 1;
    a[i] = t;
}
