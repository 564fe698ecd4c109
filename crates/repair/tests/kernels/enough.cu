// repaired:1 --blockDim=64 --gridDim=1 --checks=1
__global__ void k(int *a, int *b) {
    __shared__ int s[64];
    int t = threadIdx.x;
    b[t] = t;
    s[t] = a[t];
    a[t] = s[63 - t];
    b[t] += 2;
}
