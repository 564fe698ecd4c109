// wrong:Race --blockDim=32 --gridDim=1 --warp-sync=32
// One statement writes different values to one place.
__global__ void one(int *a) {
  a[0] = threadIdx.x;
}
