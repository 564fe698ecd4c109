// wrong:Race --blockDim=32 --gridDim=1 --warp-sync=32
// Which branch the warp executes first is not said.
__global__ void branches(int *a) {
  int t = threadIdx.x;
  if (t < 16)
    a[t] = 1;
  else
    a[31 - t] = 2;
}
