// wrong:Broken(Invariant) --blockDim=64 --gridDim=4
// The last iterations write another column.
__global__ void k(int n) {
  __shared__ int s[6400];
  for (int i = 0;
       __invariant(__write_implies(s, (__write_offset_bytes(s) / sizeof(int)) % blockDim.x == threadIdx.x)),
       i < 99; i++) {
    s[(i > 97) + i * 64 + threadIdx.x] = n;
  }
}
