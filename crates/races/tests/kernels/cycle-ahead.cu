// verified --blockDim=64 --gridDim=1
// The next part is loaded into one buffer while the other one is read.
__global__ void k(int *o, const int *in, int n) {
    __shared__ int s[2][64];
    int t = threadIdx.x, x = 0, rd = 0, wr = 1;
    s[0][t] = in[t];
    __syncthreads();
    for (int i = 1; i <= n; i++) {
        if (i < n) s[wr][t] = in[i * 64 + t];
        x += s[rd][63 - t];
        __syncthreads();
        rd ^= 1;
        wr ^= 1;
    }
    o[t] = x;
}
