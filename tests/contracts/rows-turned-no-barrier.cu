// wrong: blockDim.x == 32 && blockDim.y == 32 && blockDim.z == 1
// The same without the barrier.
__global__ void turn(float *to, const float *from, int width, int height) {
    __shared__ float tile[32][33];
    int x = blockIdx.x * 32 + threadIdx.x;
    int y = blockIdx.y * 32 + threadIdx.y;
    for (int i = 0; i < 32; i += 8)
        tile[threadIdx.y + i][threadIdx.x] = from[(y + i) * width + x];
    x = blockIdx.y * 32 + threadIdx.x;
    y = blockIdx.x * 32 + threadIdx.y;
    for (int i = 0; i < 32; i += 8)
        to[(y + i) * height + x] = tile[threadIdx.x][threadIdx.y + i];
}
