// wrong:Race --blockDim=* --gridDim=*
__global__ void k(int *a, int n) {
  int seen = 0;
  for (int i = 0; i < n; i++) {
    int *p = a + i;
    atomicCAS(p, seen, 1);
    seen = *p;
  }
}
