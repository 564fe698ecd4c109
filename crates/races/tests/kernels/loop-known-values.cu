// verified --blockDim=[64] --gridDim=[2]
// The distances are computed one after the other: no candidate invariant is asked about.
__global__ void k(float *out, const float *in) {
  __shared__ float s[64], last[2];
  int t = threadIdx.x;
  float x = in[blockIdx.x * 64 + t];
  for (int d = 16; d > 0; d >>= 1) x += __shfl_down_sync(0xffffffffu, x, d);
  if (t % 32 == 0) last[t / 32] = x;
  s[t] = x;
  for (unsigned char d = 32; d; d = d / 2) {
    __syncthreads();
    if (t < d) s[t] += s[t + d];
  }
  int at = 1;
  for (int d = 0; d < 6; d++) at *= 2;
  if (t == 0) out[blockIdx.x * at] = s[0] + last[0];
}
