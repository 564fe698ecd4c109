__global__ void k(int *a, int *b, int n) {
    int t = threadIdx.x;
    switch (n) {
    case 0: b[t] = 1; __syncthreads(); a[t] = b[t + 1]; break;
    case 1:
        b[t] = 2;
        __syncthreads();
        a[t] = b[t + 2];
        break;
    default:
        a[t] = 0;
    }
}
