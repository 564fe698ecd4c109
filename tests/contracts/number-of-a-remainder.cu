// wrong: blockDim.x == 1024 && blockDim.y == 1 && blockDim.z == 1
// The remainder is there for blocks of more than 32 threads.
__global__ void lanes(int *out) { out[blockIdx.x * 32 + threadIdx.x % 32] = threadIdx.x; }
