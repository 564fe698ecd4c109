// wrong:Broken(Assertion) --blockDim=64 --gridDim=1
// An earlier iteration of the inner loop wrote.
__global__ void k(int *p) {
  for (int i = 0; i < 4; i++) {
    for (int j = 0; j < 4; j++) {
      if (j == 3 && i == 3) __assert(__no_write(p));
      if (i == 3 && j == 2) p[threadIdx.x] = 1;
    }
  }
}
