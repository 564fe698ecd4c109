// verified: blockDim.x == 1 && blockDim.y <= 8
// The extent says how many threads there are along the second dimension, and the kernel asks about no first number.
__global__ void shift(float *out, const float *in) {
    __shared__ float row[8];
    row[threadIdx.y] = in[(blockIdx.y * blockDim.y + threadIdx.y) * gridDim.x + blockIdx.x];
    __syncthreads();
    out[(blockIdx.y * blockDim.y + threadIdx.y) * gridDim.x + blockIdx.x] = row[(threadIdx.y + 1) % blockDim.y];
}
