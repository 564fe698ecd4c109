// verified: blockDim.x == 16 && blockDim.y == 16 && blockDim.z == 1 && gridDim.y <= gridDim.x
// Blocks go along diagonals of a matrix, which are no longer than the grid is wide.
__global__ void turned(float *out, const float *in, int width) {
    __shared__ float tile[16][17];
    int row = blockIdx.x, column = (blockIdx.x + blockIdx.y) % gridDim.x;
    int x = column * 16 + threadIdx.x, y = row * 16 + threadIdx.y;
    if (x < width && y < width) tile[threadIdx.y][threadIdx.x] = in[y * width + x];
    __syncthreads();
    x = row * 16 + threadIdx.x;
    y = column * 16 + threadIdx.y;
    if (x < width && y < width) out[y * width + x] = tile[threadIdx.x][threadIdx.y];
}

void run(float *out, const float *in) {
    turned<<<dim3(4, 4), dim3(16, 16)>>>(out, in, 64); // launch: meets the contract
}
