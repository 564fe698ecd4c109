// repaired:1 --blockDim=64 --gridDim=1
__global__ void k(int *a, int n) {
    __shared__ int s[64];
    int t = threadIdx.x;
    if (n == 1) {
        s[t] = 0;
    } else if (n == 2) {
        s[t] = a[t];
        a[t] = s[63 - t];
    } else
        a[t] = 1;
}
