// verified --blockDim=64 --gridDim=2
__device__ float *pick(float *a, float *b, float *c, int which) {
  switch (which) { case 0: return a; case 1: return b; default: return c; }
}
__global__ void k(float *a, float *b, float *c, int which) {
  float *p = pick(a, b, c, which);
  p[blockIdx.x * 64 + threadIdx.x] = which;
}
