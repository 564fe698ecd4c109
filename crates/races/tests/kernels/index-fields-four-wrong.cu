// wrong:Race --blockDim=* --gridDim=*
// A field of the next one.
struct Body { float x, y, z, mass; };
__global__ void k(Body *b, const float *f, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  b[i].x += f[i] / b[i].mass;
  b[i].y += f[i];
  b[i + 1].x += f[i];
}
