__global__ void k(int *a) {
    __shared__ int left;
    int t = threadIdx.x;
    if (t == 0)
        left = a[0];
    __syncthreads();
    while (left > 0) {
        __syncthreads();
        if (t == 0)
            left = left - 1;
        __syncthreads();
    }
}
