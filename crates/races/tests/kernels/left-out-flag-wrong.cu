// wrong:Race --blockDim=64 --gridDim=1
// What comes out of a branch decides whether all threads write.
__global__ void k(const int *a, int *out) {
  bool any = false;
  for (int i = 0; i < 8; ++i)
    if (a[i] > 3) any = true;
  if (any) out[0] = threadIdx.x;
}
