// wrong:Race --blockDim=* --gridDim=*
__global__ void k(int *flag) {
  int v;
  do { v = *flag; } while (v == 0);
  atomicCAS(flag, v, 2);
}
