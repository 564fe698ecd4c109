// divergent --blockDim=64 --gridDim=1 --no-warp
__global__ void k(int *a) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = a[t];
    __syncthreads();
    if (t < 32) {
        s[t] += s[t + 32];
        if (t < 16)
            s[t] += s[t + 16];
        if (t < 8)
            s[t] += s[t + 8];
        if (t < 4)
            s[t] += s[t + 4];
        if (t < 2)
            s[t] += s[t + 2];
        if (t < 1)
            s[t] += s[t + 1];
    }
    if (t == 0)
        a[0] = s[0];
}
