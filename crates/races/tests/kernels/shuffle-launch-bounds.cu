// unknown --blockDim=* --gridDim=1
// That all lanes come takes a block of more threads than the kernel may have.
__global__ void __launch_bounds__(32) k(int *out) {
  int x = 0;
  if (blockDim.x > 8 && (threadIdx.x % 32 < 8 || blockDim.x > 64)) x = __shfl_sync(0xffffffffu, 1, 0);
  out[threadIdx.x] = x;
}
