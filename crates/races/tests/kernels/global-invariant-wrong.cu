// wrong:Broken(Invariant) --blockDim=64 --gridDim=2
// A thread that is not in the loop wrote elsewhere.
__global__ void k(int *a) {
  if (threadIdx.x >= 50) a[9999 + blockIdx.x * 64 + threadIdx.x] = 1;
  if (threadIdx.x < 50) {
    for (int i = threadIdx.x;
         __global_invariant(__write_implies(a, (__write_offset_bytes(a) / 4) % 64 == threadIdx.x)),
         i < 64; i += 64) {
      a[blockIdx.x * 64 + i] = i;
    }
  }
}
