// unknown --blockDim=[*,*] --gridDim=[*,*]
// To be decided: a race, of neighbours.
// In place: neighbours are read while they are written.
__global__ void k(float *a, const float *f, int w, int h, int r) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  float sum = 0;
  for (int dy = -r; dy <= r; ++dy)
    for (int dx = -r; dx <= r; ++dx)
      if (y + dy >= 0 && y + dy < h && x + dx >= 0 && x + dx < w)
        sum += f[(dy + r) * (2 * r + 1) + dx + r] * a[(y + dy) * w + x + dx];
  a[y * w + x] = sum;
}
