__device__ void put(int *s, int t, int v) { s[t] = v; __syncthreads(); }
__device__ int reversed(int *s, int t, int v) {
    put(s, t, v);
    return s[63 - t];
}
__device__ int deep(int *s, int t, int v) {
    return reversed(s, t, v) / 2;
}
__global__ void k(int *a, int n) {
    __shared__ int s[64];
    a[threadIdx.x] = n + deep(s, threadIdx.x, a[threadIdx.x]);
}
