// wrong: blockDim.x == 128 && blockDim.y == 1 && blockDim.z == 1
// The same without the barrier after each step.
__global__ void sum(float *out, const float *in, int width) {
    __shared__ float line[128];
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    line[threadIdx.x] = in[y * width + x];
    __syncthreads();
    for (int half = 64; half > 0; half >>= 1) {
        if (threadIdx.x < half) {
            line[threadIdx.x] += line[threadIdx.x + half];
        }
    }
    if (threadIdx.x == 0) {
        out[blockIdx.y * gridDim.x + blockIdx.x] = line[0];
    }
}
