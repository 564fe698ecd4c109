// verified: blockDim.x == 128 && blockDim.y == 1 && blockDim.z == 1
// What larger blocks would do is not in the program.
template <int threads> __device__ float sum(float *s) {
    if (threads >= 512) {
        if (threadIdx.x < 256) {
            s[threadIdx.x] += s[threadIdx.x + 256];
        }
        __syncthreads();
    }
    if (threads >= 128) {
        if (threadIdx.x < 64) {
            s[threadIdx.x] += s[threadIdx.x + 64];
        }
        __syncthreads();
    }
    return s[threadIdx.x % 64];
}
template <int threads> __global__ void sums(float *out, const float *in) {
    __shared__ float s[threads];
    s[threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x];
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum<threads>(s);
}
template __global__ void sums<128>(float *, const float *);
