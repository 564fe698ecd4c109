// repaired:20 --blockDim=64 --gridDim=1
__global__ void k(float *a, int steps) {
    __shared__ float s[64];
    int t = threadIdx.x;
    s[t] = a[t];
    for (int i = 0; i < steps; ++i) {
        float v = s[(t + 63) % 64] + s[(t + 1) % 64];
        s[t] = v;
    }
    a[t] = s[t];
}
