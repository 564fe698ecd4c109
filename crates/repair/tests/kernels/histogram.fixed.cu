__global__ void k(const unsigned *in, unsigned *bins, int *lowest) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&bins[in[i] & 15], 1);
    atomicMin(lowest, (int)in[i]);
    if (in[i] > 100)
        atomicAdd(&bins[16], 2 * in[i]);
}
