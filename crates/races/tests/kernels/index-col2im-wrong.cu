// wrong:Race --blockDim=[*,*] --gridDim=[*,*]
// Windows overlap: each adds to the pixels of its neighbours.
__global__ void k(float *im, const float *col, int h, int w, int size) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  for (int ky = 0; ky < size; ++ky)
    for (int kx = 0; kx < size; ++kx)
      if (y + ky < h && x + kx < w) im[(y + ky) * w + x + kx] += col[((ky * size + kx) * h + y) * w + x];
}
