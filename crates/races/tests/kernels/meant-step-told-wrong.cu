// wrong:only_by_overflow:~true --blockDim=[256] --gridDim=[*] --told
// The same where it is told what wraps round.
__global__ void k(float *out, const float *in, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) out[(size_t)blockIdx.x * n + i] = in[i];
}
