// repaired:30 --blockDim=64 --gridDim=1
__global__ void k(int *a, int n) {
    __shared__ int again;
    int t = threadIdx.x;
    do {
        if (t == 0)
            again = 0;
        if (a[t] > n) {
            a[t] = 1;
            atomicExch(&again, 1);
        }
    } while (again);
}
