// repaired:1 --blockDim=32 --gridDim=1
__global__ void k(int *a) {
    __shared__ int s[32];
    s[threadIdx.x] = a[threadIdx.x];
    a[threadIdx.x] = s[31 - threadIdx.x];
}
