// wrong:Race --blockDim=64 --gridDim=1
// The buffer that is read is the one that the next iteration writes.
__global__ void k(int *o, const int *in, int n) {
    __shared__ int s[3][64];
    int t = threadIdx.x, x = 0, b = 0;
    for (int i = 0; i < n; i++) {
        s[b][t] = in[i * 64 + t];
        __syncthreads();
        x += s[(b + 1) % 3][63 - t];
        b = b == 2 ? 0 : b + 1;
    }
    o[t] = x;
}
