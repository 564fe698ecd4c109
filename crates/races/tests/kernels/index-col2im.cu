// verified --blockDim=[*,*] --gridDim=[*,*]
__global__ void k(float *im, const float *col, int h, int w, int size) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  float sum = 0;
  for (int ky = 0; ky < size; ++ky)
    for (int kx = 0; kx < size; ++kx)
      if (y >= ky && x >= kx) sum += col[((ky * size + kx) * h + y - ky) * w + x - kx];
  im[y * w + x] = sum;
}
