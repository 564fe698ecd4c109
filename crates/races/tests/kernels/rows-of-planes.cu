// verified --blockDim=[16,16] --gridDim=[4,4,4]
__global__ void k(float *out, int C, int H, int W) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, c = blockIdx.z;
  if (x >= W || y >= H || c >= C) return;
  out[(c * H + y) * W + x] = 1;
}
