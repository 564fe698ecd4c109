// verified: blockDim.x <= 96
// Each warp has its own part of the array.
__global__ void histogram(unsigned *out, const unsigned *in, int n) {
    __shared__ unsigned bins[3 * 64];
    for (int i = threadIdx.x; i < 3 * 64; i += blockDim.x) {
        bins[i] = 0;
    }
    __syncthreads();
    unsigned *own = bins + (threadIdx.x >> 5) * 64;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        atomicAdd(&own[in[i] & 63], 1u);
    }
    __syncthreads();
    for (int i = threadIdx.x; i < 64; i += blockDim.x) {
        atomicAdd(&out[i], bins[i] + bins[i + 64] + bins[i + 128]);
    }
}
