__device__ void exchange(int *s, int *a, int t, int with) {
    s[t] = a[t];
    __syncthreads();
    a[t] = s[with];
}
__global__ void near(int *a) {
    __shared__ int s[64];
    exchange(s, a, threadIdx.x, threadIdx.x ^ 1);
}
__global__ void far(int *a) {
    __shared__ int s[64];
    exchange(s, a, threadIdx.x, 63 - threadIdx.x);
}
