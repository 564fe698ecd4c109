// wrong
// The guard lets a thread come to elements behind the last one, which are in the next row; that rows have room for all
// threads is not to hide it.
__global__ void kept(float *out, const float *in, int width, int n) {
    int at = threadIdx.x * 4;
    if (at < n) {
        for (int c = 0; c < 4; c++) {
            out[blockIdx.x * width + at + c] = in[blockIdx.x * width + at + c];
        }
    }
}
