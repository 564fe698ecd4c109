// wrong:Race --blockDim=* --gridDim=*
__global__ void k(int *a, int n) {
  int old = *a, seen;
  if (n > 3) old = a[0] & 1;
  do {
    seen = old;
    old = atomicCAS(a, seen, seen + 1);
  } while (seen != old);
}
