__device__ void shift(int *a, int i) {
    int t = a[i + 1];
    __syncthreads();
    a[i] = t;
}
__global__ void twice(int *a, int *b) {
    shift(a, threadIdx.x);
    shift(b, threadIdx.x);
}
