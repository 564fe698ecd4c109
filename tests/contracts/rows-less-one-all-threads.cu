// wrong: 
// Not one thread of a block writes, but all do.
__global__ void steps(float *out, const float *in, int length) {
    if (threadIdx.x >= 0) {
        out[blockIdx.y * (length - 1) + blockIdx.x] = in[blockIdx.y * length + blockIdx.x + 1];
    }
}
