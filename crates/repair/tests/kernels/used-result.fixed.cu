__device__ int reversed(int *s, int t, int v) {
    s[t] = v;
    __syncthreads();
    return s[63 - t];
}
__global__ void k(int *a) {
    __shared__ int s[64];
    int x = reversed(s, threadIdx.x, a[threadIdx.x]);
    a[threadIdx.x] = x;
}
