// verified: width >= blockDim.x * 4
// Each thread has four elements of a row.
__global__ void kept(float *out, const float *in, const int *row, int width) {
    int at = threadIdx.x * 4;
    int from = row[blockIdx.x] * width;
    out[blockIdx.x * width + at] = in[from + at];
    out[blockIdx.x * width + at + 1] = in[from + at + 1];
    out[blockIdx.x * width + at + 2] = in[from + at + 2];
    out[blockIdx.x * width + at + 3] = in[from + at + 3];
}
