// verified --blockDim=64 --gridDim=2
union Bits { float f; unsigned u; unsigned char c[4]; };
__global__ void k(unsigned *A) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  Bits b; b.u = A[i]; b.c[0] = 0; A[i] = b.u ^ __float_as_uint(b.f);
}
