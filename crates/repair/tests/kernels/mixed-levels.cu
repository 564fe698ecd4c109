// repaired:2 --blockDim=128 --gridDim=1
__global__ void k(int *a) {
    __shared__ int s[128];
    int t = threadIdx.x;
    s[t] = a[t];
    if (t < 32) {
        int x = s[t] + s[t + 32] + s[t + 64] + s[t + 96];
        s[t] = x;
        a[t] = s[t ^ 1];
    }
}
