// wrong
// A guard lets one column more in: how many threads there are does not stand in for it.
__global__ void scale(float *out, const float *in, int width, int height, int pitch) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x <= width && y < height) {
        out[y * pitch + x] = 2 * in[y * pitch + x];
    }
}
