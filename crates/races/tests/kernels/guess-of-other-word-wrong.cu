// wrong:Race --blockDim=* --gridDim=*
__global__ void k(int *a) {
  int old = a[1], seen;
  do {
    seen = old;
    old = atomicCAS(a, seen, seen + 1);
  } while (seen != old);
  atomicAdd(a + 1, 1);
}
