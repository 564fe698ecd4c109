// wrong:Race --blockDim=64 --gridDim=1
// The program itself shifts by more bits than there are: what comes out depends on the machine.
__global__ void k(unsigned *a) {
  unsigned t = threadIdx.x;
  a[t] = t;
  a[(t + 1) << (t < 32 ? 40 : 33)] = 1;
}
