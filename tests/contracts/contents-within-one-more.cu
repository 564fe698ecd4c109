// wrong
// One is added to what is counted: that nothing counts as minus one is no clause.
__global__ void count(int *bins, const int *bin, int n) {
    __shared__ int own[256];
    for (int i = threadIdx.x; i < 256; i += blockDim.x) {
        own[i] = 0;
    }
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        atomicAdd(&own[bin[i] + 1], 1);
    }
    __syncthreads();
    for (int i = threadIdx.x; i < 256; i += blockDim.x) {
        atomicAdd(&bins[i], own[i]);
    }
}
