// wrong:Race --blockDim=[16,16] --gridDim=1
// Which of two zeros is less machines do not agree on.
__global__ void k(float *p, float t, int w) {
  int x = threadIdx.x, y = threadIdx.y;
  bool never = __float_as_int(t) == 0 && __float_as_int(fmaxf(-0.0f, t)) < 0;
  if (x < w && (never || w > 1000000000)) p[y * w + x] = 1;
}
