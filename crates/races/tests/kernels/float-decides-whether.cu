// verified --blockDim=[16,16] --gridDim=1
// Whether a store is reached is decided by floats that the launch gives.
__global__ void above(float *p, const float *f, float t, int w) {
  int x = threadIdx.x, y = threadIdx.y;
  if (x < w && f[x] > t) p[y * w + x] = 1;
}
__global__ void scaled(float *p, const float *f, int w) {
  int x = threadIdx.x, y = threadIdx.y;
  if (x < w) {
    float s = fabsf(f[x]) * 0.5f + 1;
    if (s < 100.0 && s != 0) p[y * w + x] = s;
  }
}
__global__ void flag(float *p, float t, int w) {
  int x = threadIdx.x, y = threadIdx.y;
  if (x < w && t) p[y * w + x] = 1;
}
