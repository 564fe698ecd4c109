// wrong:Race --blockDim=* --gridDim=*
__global__ void k(int *a) {
  int *p = a + 1;
  int old = *p, seen;
  p = a;
  do {
    seen = old;
    old = atomicCAS(p, seen, seen + 1);
  } while (seen != old);
  atomicAdd(a + 1, 1);
}
