// repaired:10,rejected --blockDim=64 --gridDim=1
// With two buffers one barrier in the loop is enough. That `b` is 0 or 1 is seen where arithmetic wraps round, and not
// where signed arithmetic is taken to fit. The proof of the patched text is not decided: nothing confirms what the solver finds.
__global__ void k(int *o, int n) {
    __shared__ int s[2][64];
    int t = threadIdx.x, x = 0, b = 0;
    for (int i = 0; i < n; i++) {
        s[b][t] = x;
        x += s[b][63 - t];
        b ^= 1;
    }
    o[t] = x;
}
