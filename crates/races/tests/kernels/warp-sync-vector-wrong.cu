// wrong:Race --blockDim=32 --gridDim=1 --warp-sync=32
// A vector is stored at once: parts of two stores overlap.
__global__ void vectors(int *a) {
  int t = threadIdx.x;
  *(int4 *)(a + 2 * t) = make_int4(t, t, t, t);
}
