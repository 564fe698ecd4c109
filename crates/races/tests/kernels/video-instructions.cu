// verified --blockDim=64 --gridDim=1
__global__ void k(unsigned *a, float *f) {
  unsigned x = a[threadIdx.x];
  a[threadIdx.x] = __vadd4(x, x) + __vabsdiffu4(x, 1u) + __vcmpgtu4(x, 2u) + __vneg2(x);
  float s, c;
  __sincosf(f[threadIdx.x], &s, &c);
  f[threadIdx.x] = s + c;
}
