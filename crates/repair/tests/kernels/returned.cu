// divergent --blockDim=64 --gridDim=1
__global__ void k(int *a, int n) {
    __shared__ int s[64];
    int t = threadIdx.x;
    if (t >= n)
        return;
    s[t] = a[t];
    a[t] = s[t ^ 1];
}
