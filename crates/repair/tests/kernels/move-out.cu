// repaired:1 --blockDim=64 --gridDim=1
__global__ void k(float *in) {
    __shared__ float tile[64];
    if (threadIdx.x < 32) {
        tile[threadIdx.x] = in[threadIdx.x];
        __syncthreads();
    }
    in[64 + threadIdx.x] = tile[threadIdx.x % 32];
}
