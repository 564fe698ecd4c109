// wrong:Race --blockDim=[*,*] --gridDim=[*,*]
// The radix is the height.
__global__ void k(float *ex, float *ey, const float *hz, int w, int h) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= h || j >= w) return;
  if (i > 0) ey[i * h + j] -= 0.5f * (hz[i * w + j] - hz[(i - 1) * w + j]);
  if (j > 0) ex[i * (w + 1) + j] -= 0.5f * (hz[i * w + j] - hz[i * w + j - 1]);
}
