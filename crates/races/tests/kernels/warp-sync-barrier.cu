// verified --blockDim=64 --gridDim=1 --warp-sync=32
// Warps are ordered by the barrier, threads of a warp by lock-step.
__global__ void barrier(int n) {
  __shared__ int a[64];
  __shared__ int sums[2];
  int t = threadIdx.x;
  a[t] = t;
  for (int i = 0; i < n; i++) {
    if ((t & 31) < 16)
      a[t] += a[t + 16];
    if ((t & 31) == 0)
      sums[t / 32] = a[t];
    __syncthreads();
    a[t] = sums[1 - t / 32];
    __syncthreads();
  }
}
