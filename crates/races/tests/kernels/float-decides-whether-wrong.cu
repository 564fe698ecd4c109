// wrong:Race --blockDim=[16,16] --gridDim=1
// The stores are reached, and two threads write one element.
__global__ void k(float *p, const float *f, float t, int w) {
  int x = threadIdx.x, y = threadIdx.y;
  if (x < w && f[x] > t) p[y * w + x / 2] = 1;
}
