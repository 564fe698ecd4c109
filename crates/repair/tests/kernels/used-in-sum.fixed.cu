__device__ int reversed(int *s, int t, int v) {
    s[t] = v;
    __syncthreads();
    return s[63 - t];
}
__global__ void k(int *a) {
    __shared__ int s[64];
    if (reversed(s, threadIdx.x, 7 * threadIdx.x) + 1 > 3)
        a[threadIdx.x] = 1;
}
