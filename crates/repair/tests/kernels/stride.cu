// divergent --blockDim=64 --gridDim=1
__global__ void k(int *a) {
    for (int i = threadIdx.x; i < 256; i++)
        a[i] = i;
}
