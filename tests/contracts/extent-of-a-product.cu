// verified: groups * each <= 16
// What a loop counts to is the product of two parameters.
__global__ void count(unsigned *out, const unsigned *in, int n, int groups, int each) {
    unsigned own[16];
    const int bins = groups * each;
    for (int k = 0; k < bins; ++k) {
        own[k] = 0;
    }
    int at = blockIdx.x * blockDim.x + threadIdx.x;
    if (at < n) {
        for (int k = 0; k < bins; ++k) {
            atomicAdd(&out[k], in[at] + own[k]);
        }
    }
}
