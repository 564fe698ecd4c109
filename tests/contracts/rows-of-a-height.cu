// wrong
// The length of a row is that of a column: that there are as many rows as columns is no clause.
__global__ void scale(float *out, const float *in, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) {
        out[y * height + x] = 2 * in[y * width + x];
    }
}
