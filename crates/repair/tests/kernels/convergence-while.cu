// repaired:21 --blockDim=64 --gridDim=1
__global__ void k(int *a) {
    __shared__ int left;
    int t = threadIdx.x;
    if (t == 0)
        left = a[0];
    while (left > 0) {
        if (t == 0)
            left = left - 1;
    }
}
