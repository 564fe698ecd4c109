// repaired:1,by-others --blockDim=64 --gridDim=1
__device__ void put(int *s, int *a, int t) {
    s[t] = t;
    a[t] = s[63 - t];
}
__global__ void one(int *a) {
    __shared__ int s[64];
    put(s, a, threadIdx.x);
}
__global__ void two(int *a) {
    __shared__ int s[64];
    put(s, a, 63 - threadIdx.x);
}
