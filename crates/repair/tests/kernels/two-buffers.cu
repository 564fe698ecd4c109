// repaired:10 --blockDim=64 --gridDim=1
// With two buffers one barrier in the loop is enough.
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
