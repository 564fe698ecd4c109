// one-statement --blockDim=64 --gridDim=* --atomics
__global__ void k(const unsigned *in, unsigned *bins, int *lowest) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    bins[in[i] & 15]++;
    *lowest = min(*lowest, (int)in[i]);
    if (in[i] > 100)
        bins[16] = 2 * in[i] + bins[16];
}
