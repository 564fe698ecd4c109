// wrong:Race --blockDim=[64] --gridDim=[2]
// The iteration that the counter skips is not made, and the last one is.
__global__ void k(int *out, int n) {
  __shared__ int s[128];
  int t = threadIdx.x;
  for (int d = 1; d < 100; d = d == 8 ? 64 : d * 2) {
    if (d == 2 && n > 3) continue;
    if (d == 64) s[t / 2] = d;
    else s[t + d] = d;
    __syncthreads();
  }
  out[blockIdx.x * 64 + t] = s[t];
}
