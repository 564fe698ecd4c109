// repaired:1 --blockDim=128 --gridDim=1
__global__ void k(int *a) {
    __shared__ int s[128];
    s[threadIdx.x] = a[threadIdx.x];
    a[threadIdx.x] = s[threadIdx.x ^ 1];
}
