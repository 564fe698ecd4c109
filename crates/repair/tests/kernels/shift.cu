// repaired:1 --blockDim=64 --gridDim=1
__global__ void k(int *a) {
    int t = a[threadIdx.x + 1];
    a[threadIdx.x] = t;
}
