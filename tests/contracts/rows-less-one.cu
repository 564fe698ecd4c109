// verified: length - 1 >= gridDim.x
// Rows are shorter by one than what is passed.
__global__ void steps(float *out, const float *in, int length) {
    if (threadIdx.x == 0) {
        out[blockIdx.y * (length - 1) + blockIdx.x] = in[blockIdx.y * length + blockIdx.x + 1];
    }
}
