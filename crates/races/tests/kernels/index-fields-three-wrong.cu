// wrong:Race --blockDim=* --gridDim=*
// The last field is the next particle's first.
__global__ void k(float *p, const float *v, float dt, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  p[3 * i] += dt * v[3 * i];
  p[3 * i + 1] += dt * v[3 * i + 1];
  p[3 * i + 3] += dt * v[3 * i + 2];
}
