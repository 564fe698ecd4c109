// unknown --blockDim=64 --gridDim=1
// A barrier of the warp is none of the block.
__global__ void k() {
  __shared__ int a[64];
  a[threadIdx.x] = 1;
  __barrier_invariant_1(a[threadIdx.x] == 1, 0);
  __syncwarp();
  __assert(a[0] == 1);
}
