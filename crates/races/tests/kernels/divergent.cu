// wrong:Divergence --blockDim=64 --gridDim=1
__global__ void k(int *p, int n) {
    int i = threadIdx.x;
    if (i < n) {
        p[i] = i;
        __syncthreads();
    }
}
