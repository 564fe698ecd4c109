// wrong: blockDim.x == 1024 && blockDim.y == 1 && blockDim.z == 1
// The guard lets one thread more in than the array has elements for: blocks of 32 threads are no clause.
__global__ void guarded(float *out, const float *in) {
    __shared__ float s[32];
    if (threadIdx.x <= 32) {
        s[threadIdx.x] = in[threadIdx.x];
    }
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x % 32];
}
