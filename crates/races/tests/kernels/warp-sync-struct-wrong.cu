// wrong:Race --blockDim=32 --gridDim=1 --warp-sync=32
// A structure is copied as somebody chooses: what one thread reads another may have written.
struct Pair { int x, y, z; };
__global__ void copy(int *a) {
  int t = threadIdx.x;
  *(Pair *)(a + 3 * t) = *(Pair *)(a + 3 * t + 1);
}
