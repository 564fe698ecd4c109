__global__ void k(int *a) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = a[t];
    __syncthreads();
#ifdef REVERSED
    a[t] = s[t];
#else
    // The other way round.
    a[t] = s[63 - t];
#endif
}
