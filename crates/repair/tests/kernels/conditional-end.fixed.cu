__global__ void k(int *a) {
    __shared__ int s[64];
    int t = threadIdx.x;
#ifdef FROM_ONE
    s[t] = a[t] + 1;
#else
    s[t] = a[t];
#endif
    __syncthreads();
    a[t] = s[63 - t];
}
