// wrong:Race --blockDim=* --gridDim=*
__global__ void k(int *a) {
  if (threadIdx.x == 0) *a = 3;
  int old = *a, seen;
  do {
    seen = old;
    old = atomicCAS(a, seen, seen + 1);
  } while (seen != old);
}
