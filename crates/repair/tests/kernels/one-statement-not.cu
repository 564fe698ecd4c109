// one-statement --blockDim=64 --gridDim=1 --no-split
__global__ void k(int *a) {
    a[threadIdx.x] = a[threadIdx.x + 1];
}
