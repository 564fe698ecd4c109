// wrong: blockDim.x == 256 && blockDim.y == 1 && blockDim.z == 1
// A sum by a tree whose barrier is missing: there is none for blocks of two threads, which is no reason to require them.
__global__ void sum(float *out, const float *in) {
    __shared__ float part[256];
    part[threadIdx.x] = in[blockIdx.x * 256 + threadIdx.x];
    __syncthreads();
    for (int half = 128; half > 0; half /= 2) {
        if (threadIdx.x < half) {
            part[threadIdx.x] += part[threadIdx.x + half];
        }
    }
    if (threadIdx.x == 0) {
        out[blockIdx.x] = part[0];
    }
}
