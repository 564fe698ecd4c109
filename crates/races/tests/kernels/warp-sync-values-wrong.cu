// wrong:Race --blockDim=32 --gridDim=1 --warp-sync=32
// The second load may give what another thread of the warp wrote since the first.
__global__ void values(int *a, int *b) {
  int t = threadIdx.x;
  int before = a[t];
  a[t + 1] = 5;
  if (a[t] != before)
    b[0] = t;
}
