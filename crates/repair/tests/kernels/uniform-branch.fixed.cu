__global__ void k(int *a, int n) {
    int t = 0;
    if (n > 3) t = a[threadIdx.x + 1];
    else
        t = 2; // nothing is read
    __syncthreads();
    if (n > 5)
        // it is written here
        a[threadIdx.x] = t;
}
