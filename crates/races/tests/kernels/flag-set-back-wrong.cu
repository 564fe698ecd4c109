// wrong:Race --blockDim=64 --gridDim=[*]
// The flag is set back while others still read it.
__global__ void k(int *x) {
  __shared__ int again;
  int at = blockIdx.x * blockDim.x + threadIdx.x;
  int go = 1;
  while (go) {
    if (threadIdx.x == 0) again = 0;
    __syncthreads();
    int v = x[at];
    if (v > 0) {
      x[at] = v - 1;
      atomicOr(&again, 1);
    }
    __syncthreads();
    go = again;
  }
}
