// wrong:Race --blockDim=* --gridDim=1
// The second place begins half a block behind the first.
__global__ void k(float *o, const float *in, int n) {
    extern __shared__ float s[];
    int t = threadIdx.x, rd = 0, wr = blockDim.x / 2;
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
