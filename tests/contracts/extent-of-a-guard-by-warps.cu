// wrong: blockDim.x == 1024 && blockDim.y == 1 && blockDim.z == 1
// Sums of warps: the guard lets the number of one warp more in than there are elements.
__global__ void sums(float *out, const float *in) {
    __shared__ float of_warps[8];
    int warp = threadIdx.x / 32;
    if (threadIdx.x % 32 == 0 && warp <= 8) {
        of_warps[warp] = in[threadIdx.x];
    }
    __syncthreads();
    if (threadIdx.x < 8) {
        out[blockIdx.x * 8 + threadIdx.x] = of_warps[threadIdx.x];
    }
}
