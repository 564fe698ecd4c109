// verified:assumptions:~[Addresses,~Lengths(["a"])] --blockDim=64 --gridDim=1
// All lanes of the first warp come, and none of the second: nothing is taken for granted.
__global__ void k(int *a) {
  int t = threadIdx.x;
  if (t < 32) a[t] = __shfl_sync(0xffffffff, t, 0);
}
