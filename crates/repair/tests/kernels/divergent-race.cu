// divergent --blockDim=64 --gridDim=1
__global__ void k(int *a) {
    if (threadIdx.x % 2 == 0) {
        int t = a[threadIdx.x + 1];
        a[threadIdx.x] = t;
        a[threadIdx.x + 1] = t;
        int u = a[threadIdx.x + 3];
        a[threadIdx.x] = u;
    }
}
