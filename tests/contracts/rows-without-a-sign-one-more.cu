// wrong
// The same with one column more than there are.
__global__ void roots(float *data, unsigned width, unsigned height) {
    unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x <= width && y < height)
        data[y * width + x] = sqrtf(data[y * width + x]);
}
