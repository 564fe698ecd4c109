// wrong:p --blockDim=[16,16] --gridDim=[*,*]
__global__ void invert(unsigned char *p, size_t w, size_t h) {
  size_t x = blockIdx.x * blockDim.x + threadIdx.x;
  size_t y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x <= w && y < h) p[y * w + x] = 255 - p[y * w + x];
}
