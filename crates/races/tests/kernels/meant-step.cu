// verified:Fits --blockDim=[256] --gridDim=[*]
// The step is computed without a sign, and wraps round only if the row is nearly as long as an `int` can tell.
__global__ void k(float *out, const float *in, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) out[(size_t)blockIdx.x * n + i] = in[i];
}
