// verified --blockDim=[*,*] --gridDim=[*,*]
__global__ void k(float *o, const float *a, const float *f, int w, int h, int r) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  float sum = 0;
  for (int dy = -r; dy <= r; ++dy)
    for (int dx = -r; dx <= r; ++dx)
      if (y + dy >= 0 && y + dy < h && x + dx >= 0 && x + dx < w)
        sum += f[(dy + r) * (2 * r + 1) + dx + r] * a[(y + dy) * w + x + dx];
  o[y * w + x] = sum;
}
