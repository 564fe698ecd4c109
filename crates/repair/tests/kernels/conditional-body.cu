// one-statement --blockDim=64 --gridDim=1
__global__ void k(int *a, int n) {
    int t = threadIdx.x;
    if (n > 3)
#ifdef PLAIN
        a[t] = 0;
#else
        a[t] = a[t + 1];
#endif
}
