// verified: blockDim.x == 64 && blockDim.y == 1 && blockDim.z == 1
// The guard keeps to a part of the array.
__global__ void half(float *out, const float *in) {
    __shared__ float s[64];
    s[threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x];
    __syncthreads();
    if (threadIdx.x < 32) {
        s[threadIdx.x] += s[threadIdx.x + 32];
    }
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x];
}
