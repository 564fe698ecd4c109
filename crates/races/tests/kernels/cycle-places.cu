// verified --blockDim=* --gridDim=1
// Two offsets change places; neither is a literal.
__global__ void k(float *o, const float *in, int n) {
    extern __shared__ float s[];
    int t = threadIdx.x, rd = 0, wr = blockDim.x;
    s[rd + t] = in[t];
    __syncthreads();
    for (int i = 1; i < n; i++) {
        s[wr + t] = s[rd + t] + (t > i ? s[rd + t - 1] : 0);
        __syncthreads();
        int was = rd;
        rd = wr;
        wr = was;
    }
    o[t] = s[rd + t];
}
