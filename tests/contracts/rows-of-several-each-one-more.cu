// wrong: width >= blockDim.x * 2
// The last thread writes one element more, which is the first of the next row.
__global__ void kept(float *out, const float *in, int width) {
    int at = threadIdx.x * 2;
    out[blockIdx.x * width + at] = in[at];
    out[blockIdx.x * width + at + 1] = in[at + 1];
    if (threadIdx.x + 1 == blockDim.x) {
        out[blockIdx.x * width + at + 2] = in[at + 2];
    }
}
