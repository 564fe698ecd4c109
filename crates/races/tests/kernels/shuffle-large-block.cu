// unknown --blockDim=[*,*] --gridDim=1
// That all lanes come takes a block of more threads than any device starts.
__global__ void k(int *out) {
  int x = 0, t = threadIdx.y * blockDim.x + threadIdx.x, size = blockDim.x * blockDim.y;
  if (size >= 32 && (t % 32 < 8 || size > 1024)) x = __shfl_sync(0xffffffffu, 1, 0);
  out[t] = x;
}
