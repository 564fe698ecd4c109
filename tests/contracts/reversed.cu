// verified: blockDim.x == 256 && blockDim.y == 1 && blockDim.z == 1
// Each block reverses 256 elements.
__global__ void reversed(float *out, const float *in) {
    __shared__ float kept[256];
    int first = blockIdx.x * 256;
    kept[threadIdx.x] = in[first + threadIdx.x];
    __syncthreads();
    out[first + threadIdx.x] = kept[255 - threadIdx.x];
}
