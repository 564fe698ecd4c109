// wrong: blockDim.x == 16 && blockDim.y == 16 && blockDim.z == 1
// A tile with padding and without a barrier.
__global__ void k(float *out, const float *in, int w) {
    __shared__ float t[16][17];
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    t[threadIdx.y][threadIdx.x] = in[y * w + x];
    out[(blockIdx.x * 16 + threadIdx.y) * w + blockIdx.y * 16 + threadIdx.x] = t[threadIdx.x][threadIdx.y];
}
