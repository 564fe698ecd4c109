// verified --blockDim=64 --gridDim=4
struct List { float *p[4]; int n[4]; };
__global__ void k(List l) {
  float *x = l.p[blockIdx.x];
  for (int i = threadIdx.x; i < l.n[blockIdx.x]; i += 64) x[i] *= 2.0f;
}
