// wrong
// The guard is about the first of four elements, so that threads come to the next row where a row is no multiple of four.
__global__ void kept(float *out, const float *in, int width) {
    int at = threadIdx.x * 4;
    if (at < width) {
        for (int c = 0; c < 4; c++) {
            out[blockIdx.x * width + at + c] = in[blockIdx.x * width + at + c];
        }
    }
}
