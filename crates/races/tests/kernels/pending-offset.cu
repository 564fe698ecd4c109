// wrong:Broken(Assertion) --blockDim=64 --gridDim=1
// Without an access its offset is arbitrary.
__global__ void k(int *p) {
  __assert(__read_offset_bytes(p) == 0);
}
