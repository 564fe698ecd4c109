// verified --blockDim=[*,*] --gridDim=[*,*]
__global__ void k(float *o, const float *a, int w, int h, int f) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  for (int dy = 0; dy < f; ++dy)
    for (int dx = 0; dx < f; ++dx) o[(y * f + dy) * (w * f) + x * f + dx] = a[y * w + x];
}
