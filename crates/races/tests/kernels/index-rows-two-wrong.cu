// wrong:Race --blockDim=[*,*] --gridDim=[*,*]
// The radix is the height.
__global__ void k(float *a, float s, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y < h) a[y * h + x] *= s;
}
