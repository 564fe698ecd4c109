// wrong:Divergence --blockDim=64 --gridDim=[*]
// Each thread reads another place.
__global__ void k(int *x) {
  __shared__ int again[64];
  int at = blockIdx.x * blockDim.x + threadIdx.x;
  int go = 1;
  while (go) {
    again[threadIdx.x] = 0;
    __syncthreads();
    int v = x[at];
    if (v > 0) {
      x[at] = v - 1;
      atomicOr(&again[threadIdx.x / 2], 1);
    }
    __syncthreads();
    go = again[threadIdx.x];
    __syncthreads();
  }
}
