// wrong:Race --blockDim=* --gridDim=*
// The column within a cell is its row, too.
__global__ void k(float *o, const float *a, int c, int r, int h, int w) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (r <= 0 || h <= 0 || w <= 0 || i >= c * r * r * h * w) return;
  int x = i % w, y = i / w % h, dx = i / w / h % r, dy = i / w / h / r % r, f = i / w / h / r / r;
  o[((f * h + y) * r + dx) * (w * r) + x * r + dx] = a[i];
}
