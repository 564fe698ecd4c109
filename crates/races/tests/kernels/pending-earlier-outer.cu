// wrong:Broken(Assertion) --blockDim=64 --gridDim=1
// The write of the outer loop's last iteration is pending in the next one.
__global__ void k(int *p) {
  for (int i = 0; i < 4; i++) {
    __assert(__no_write(p));
    for (int j = 0; j < 4; j++) {
      if (i == 2 && j == 3) p[threadIdx.x] = 1;
    }
  }
}
