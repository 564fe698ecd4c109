// verified --blockDim=32 --gridDim=1 --warp-sync=32 --tolerate-equal-writes
// The place is cleared, counted up and read by statements of their own.
__global__ void count(int *a) {
  int t = threadIdx.x;
  a[0] = 0;
  atomicAdd(a, 1);
  a[t + 1] = a[0];
}
