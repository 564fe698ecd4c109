// wrong:Race --blockDim=64 --gridDim=1
__global__ void k(int *p, int n) {
    __shared__ int done;
    int i = threadIdx.x;
    do {
        if (i == 0) done = p[0] > n;
        __syncthreads();
    } while (!done);
}
