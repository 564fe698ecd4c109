// repaired:10 --blockDim=64 --gridDim=1
__global__ void k(int *a, int n) {
    __shared__ int s[65];
    for (int i = 0; i < n; i++)
        s[threadIdx.x + i % 2] = i;
}
