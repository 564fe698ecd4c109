// repaired:1
__global__ void k(int *a, int n) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t * n & 63] = a[t];
    a[t] = s[(t + 1) * n & 63];
}
void start(int *a) { k<<<1, 64>>>(a, 5); }
