// wrong:Race --blockDim=64 --gridDim=1
union Two { unsigned u; struct { unsigned short lo, hi; } h; };
__global__ void k(float *A) {
  Two t; t.h.lo = threadIdx.x / 2; t.h.hi = 0;
  A[t.u] = 1.0f;
}
