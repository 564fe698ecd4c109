// repaired:0 --blockDim=64 --gridDim=1 --remove
__global__ void k(int *a, int n) {
    if (n > 1)
        __syncthreads();
    else
        a[threadIdx.x] = 1;
    switch (n) {
    case 1:
        a[threadIdx.x] = 2;
        break;
    default:
        __syncthreads();
    }
}
