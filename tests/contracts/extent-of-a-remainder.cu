// wrong: 
// Threads that are 64 apart have one element: that there are no more than 64 is no clause.
__global__ void k(float *out, const float *in) {
    __shared__ float s[64];
    s[threadIdx.x - 64 * (threadIdx.x / 64)] = in[blockIdx.x * blockDim.x + threadIdx.x];
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x - 64 * (threadIdx.x / 64)];
}
