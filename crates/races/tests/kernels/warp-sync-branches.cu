// verified --blockDim=32 --gridDim=1 --warp-sync=32
// The statement behind the branch is executed by all, the one within it before that.
__global__ void branches(int *a) {
  int t = threadIdx.x;
  if (t < 16)
    a[t] = 1;
  a[31 - t] = 2;
}
