__global__ void k(int *a, int n) {
    __shared__ int again;
    int t = threadIdx.x;
    do {
        __syncthreads();
        if (t == 0)
            again = 0;
        __syncthreads();
        if (a[t] > n) {
            a[t] = 1;
            atomicExch(&again, 1);
        }
        __syncthreads();
    } while (again);
}
