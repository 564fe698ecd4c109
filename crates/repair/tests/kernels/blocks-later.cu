// repaired:14 --blockDim=64 --gridDim=2
__global__ void k(int *a, int *b) {
    __shared__ int s[64];
    int t = threadIdx.x;
    int i = t + 64 * blockIdx.x;
    s[t] = t;
    int x = s[63 - t];
    a[i] = x;
    b[i] = a[127 - i];
}
