// repaired:6 --blockDim=64 --gridDim=1
__global__ void k(int *a) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = a[t];
    __syncthreads();
    if (t < 32) {
        s[t] += s[t + 32];
        s[t] += s[t + 16];
        s[t] += s[t + 8];
    }
    __syncthreads();
    a[t] = s[0];
}
