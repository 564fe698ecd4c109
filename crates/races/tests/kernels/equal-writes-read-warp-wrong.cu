// wrong:Race --blockDim=32 --gridDim=1 --tolerate-equal-writes
// Behind the warp's barrier one thread writes another value.
__global__ void k(int *b) {
  __shared__ int a[1];
  a[0] = 5;
  __syncwarp();
  b[threadIdx.x] = a[0];
  if (threadIdx.x == 3) a[0] = 6;
}
