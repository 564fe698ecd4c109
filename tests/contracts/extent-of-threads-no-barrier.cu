// wrong: 
// The same without a barrier: no extent excuses that.
__global__ void shift(float *out, const float *in) {
    __shared__ float row[8];
    row[threadIdx.y] = in[(blockIdx.y * blockDim.y + threadIdx.y) * gridDim.x + blockIdx.x];
    out[(blockIdx.y * blockDim.y + threadIdx.y) * gridDim.x + blockIdx.x] = row[(threadIdx.y + 1) % blockDim.y];
}
