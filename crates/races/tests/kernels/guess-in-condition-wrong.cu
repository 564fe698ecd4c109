// wrong:Race --blockDim=* --gridDim=*
__global__ void k(int *a) {
  int v = *a, found;
  do {
    found = atomicCAS(a, v > 100000 ? 1 : 2, 3);
  } while (found != 2);
}
