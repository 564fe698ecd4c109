// repaired:1 --blockDim=64 --gridDim=1
__global__ void k(int *a) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = a[t];
#ifdef REVERSED
    a[t] = s[t];
#else
    // The other way round.
    a[t] = s[63 - t];
#endif
}
