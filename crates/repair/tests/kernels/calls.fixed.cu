__device__ void put(int *a, int i, int v) { a[i] = v; }
__device__ int get(int *a, int i) { return a[i]; }
__global__ void inter(int *a) {
    int t = get(a, threadIdx.x + 1);
    __syncthreads();
    put(a, threadIdx.x, t);
}
