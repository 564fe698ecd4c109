// wrong:Race --blockDim=32 --gridDim=1 --warp-sync=32
// No thread executes both statements.
__global__ void branches(int *a) {
  int t = threadIdx.x;
  if (t < 16)
    a[t] = 1;
  if (t >= 16)
    a[31 - t] = 2;
}
