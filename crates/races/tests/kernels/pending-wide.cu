// wrong:Broken(Assertion) --blockDim=64 --gridDim=1
// Where accesses are of several widths, a write is of each of its bytes.
__global__ void k(int *p) {
  p[4 * threadIdx.x] = 1;
  ((char *)p)[16 * threadIdx.x + 9] = 1;
  __assert(__write_implies(p, __write_offset_bytes(p) % 4 == 0));
}
