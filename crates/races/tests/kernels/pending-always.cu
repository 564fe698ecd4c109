// wrong:Broken(Assertion) --blockDim=64 --gridDim=1
// No access may be watched, so nothing can be asserted to have happened.
__global__ void k(int *p) {
  p[threadIdx.x] = 1;
  __assert(__write(p));
}
