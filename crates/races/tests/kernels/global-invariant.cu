// verified --blockDim=64 --gridDim=2
// Threads that have left the loop, or never came to it, wrote nothing else.
__global__ void k(int *a) {
  if (threadIdx.x < 50) {
    for (int i = threadIdx.x;
         __global_invariant(__write_implies(a, (__write_offset_bytes(a) / 4) % 64 == threadIdx.x)),
         i < 640; i += 64) {
      a[blockIdx.x * 640 + i] = i;
    }
  }
}
