// verified: gridDim.x <= 224
// A block has an element of a matrix.
#define SIZE 224

__global__ void distances(int *out, const int *in) {
    __shared__ int found;
    if (threadIdx.x == 0) {
        found = 0;
    }
    __syncthreads();
    for (int i = threadIdx.x; i < 64; i += blockDim.x) {
        atomicAdd(&found, in[blockIdx.x * 64 + i] ^ in[blockIdx.y * 64 + i]);
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        out[blockIdx.y * SIZE + blockIdx.x] = found;
    }
}
