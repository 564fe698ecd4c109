// wrong: blockDim.x == 17 && blockDim.y == 16 && blockDim.z == 1
// No barrier is between what threads write into the tile and what others read of it.
__global__ void turned(float *out, const float *in, int width) {
    __shared__ float tile[16][17];
    int row = blockIdx.x, column = (blockIdx.x + blockIdx.y) % gridDim.x;
    int x = column * 16 + threadIdx.x, y = row * 16 + threadIdx.y;
    if (x < width && y < width) tile[threadIdx.y][threadIdx.x] = in[y * width + x];
    x = row * 16 + threadIdx.x;
    y = column * 16 + threadIdx.y;
    if (x < width && y < width) out[y * width + x] = tile[threadIdx.x][threadIdx.y];
}
