// wrong
// The same with a thread that is singled out behind the end of the array.
__global__ void last(float *out, const float *in) {
    __shared__ float s[64];
    s[threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x];
    __syncthreads();
    if (threadIdx.x == 64) {
        s[threadIdx.x] = 0;
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x];
}
