// exclusive --blockDim=64 --gridDim=1
__global__ void k(int *a) {
    if (threadIdx.x % 2)
        a[threadIdx.x + 1] = 1;
    else
        a[threadIdx.x] = 2;
}
