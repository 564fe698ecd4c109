// repaired:1 --blockDim=64 --gridDim=1
__global__ void k(int *a) {
    __shared__ int s[64];
    int t = threadIdx.x;
#ifdef FROM_ONE
    s[t] = a[t] + 1;
#else
    s[t] = a[t];
#endif
    a[t] = s[63 - t];
}
