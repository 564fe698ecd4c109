// repaired:1 --blockDim=64 --gridDim=1
__device__ int reversed(int *s, int t, int v) {
    s[t] = v;
    return s[63 - t];
}
__global__ void k(int *a) {
    __shared__ int s[64];
    if (reversed(s, threadIdx.x, 7 * threadIdx.x) + 1 > 3)
        a[threadIdx.x] = 1;
}
