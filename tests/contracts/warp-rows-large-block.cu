// violates: blockDim.x == 32 && blockDim.y == 8 && blockDim.z == 1
// The rows are for eight warps, and the launch makes sixteen.
__global__ void rows(float *out, const float *in, int height, int width) {
  int row = blockIdx.x * 8 + threadIdx.y;
  if (row < height) {
    for (int i = threadIdx.x; i < width; i += 32) {
      out[(size_t)row * width + i] = in[(size_t)row * width + i];
    }
  }
}
void start(float *out, const float *in, int height, int width) {
  rows<<<(height + 7) / 8, dim3(32, 16)>>>(out, in, height, width);
}
