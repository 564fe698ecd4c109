// wrong:Race --blockDim=[16,16] --gridDim=1
// The number is no float: no launch reaches the store but those in which its index overflows.
__global__ void k(float *p, float t, int w) {
  int x = threadIdx.x, y = threadIdx.y;
  bool never = t >= 1.0f && fmin(t, 1000000000) < 0.5f;
  if (x < w && (never || w > 1000000000)) p[y * w + x] = 1;
}
