// wrong:Race --blockDim=64 --gridDim=1
// `continue` leaves the buffer as it is.
__global__ void k(int *o, const int *in, int n, int m) {
    __shared__ int s[2][64];
    int t = threadIdx.x, x = 0, b = 0;
    for (int i = 0; i < n; i++) {
        s[b][t] = in[i * 64 + t];
        __syncthreads();
        x += s[b][63 - t];
        if (i == m) continue;
        b = 1 - b;
    }
    o[t] = x;
}
