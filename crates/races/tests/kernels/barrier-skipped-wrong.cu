// wrong:Race --blockDim=[64] --gridDim=[1]
// Nothing orders a read and the next iteration's write.
__global__ void k(int *out, const int *in, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  for (int i = 0; i < n; i++) {
    if (i & 1) continue;
    s[t] = in[i * 64 + t];
    __syncthreads();
    out[t] = s[63 - t];
  }
}
