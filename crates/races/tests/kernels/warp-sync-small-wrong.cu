// wrong:Race --blockDim=32 --gridDim=1 --warp-sync=16
// A warp has 16 threads only.
__global__ void shift(int *a) {
  int t = threadIdx.x;
  a[t] = a[(t + 1) % 32];
}
