// divergent --blockDim=64 --gridDim=1
__global__ void k(int *a) {
    __shared__ int s[64];
    int t = threadIdx.x;
    if (t < 16) {
        s[t] = a[t];
        a[t] = s[t ^ 1];
    }
}
