// wrong
// Threads are three elements apart and write four.
__global__ void kept(float *out, const float *in, int width) {
    int at = threadIdx.x * 3;
    out[blockIdx.x * width + at] = in[at];
    out[blockIdx.x * width + at + 1] = in[at + 1];
    out[blockIdx.x * width + at + 2] = in[at + 2];
    out[blockIdx.x * width + at + 3] = in[at + 3];
}
