// wrong:Race --blockDim=[64] --gridDim=[1]
// The second barrier is skipped in some iterations: the next write meets the read before it.
__global__ void k(int *out, const int *in, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  for (int i = 0; i < n; i++) {
    s[t] = in[i * 64 + t];
    __syncthreads();
    out[t] = s[63 - t];
    if (i & 1) continue;
    __syncthreads();
  }
}
