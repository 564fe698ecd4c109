// wrong:Race --blockDim=64 --gridDim=4
struct List { float *p[4]; };
__global__ void k(List l) {
  float *x = l.p[blockIdx.x / 2];
  x[threadIdx.x] *= 2.0f;
}
