// one-statement --blockDim=64 --gridDim=1
__global__ void k(int *a) {
    a[0] = threadIdx.x;
}
