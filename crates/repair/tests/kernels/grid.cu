// repaired:13 --blockDim=64 --gridDim=2
__global__ void k(int *a) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    int t = a[i + 1];
    a[i] = t;
}
