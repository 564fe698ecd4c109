// other-kernel,right --blockDim=64 --gridDim=1
__device__ void put(int *s, int *a, int t) {
    s[t] = t;
    a[t] = s[63 - t];
}
__global__ void all(int *a) {
    __shared__ int s[64];
    put(s, a, threadIdx.x);
}
__global__ void some(int *a) {
    __shared__ int s[64];
    if (threadIdx.x == 3)
        put(s, a, 5);
}
