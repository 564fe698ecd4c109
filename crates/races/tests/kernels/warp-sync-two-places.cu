// verified --blockDim=32 --gridDim=1 --warp-sync=32 --tolerate-equal-writes
// All write zero before any writes its number.
__global__ void two(int *a) {
  a[0] = 0;
  a[threadIdx.x] = threadIdx.x + 1;
}
