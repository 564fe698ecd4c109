// verified --blockDim=64 --gridDim=2
__global__ void k(const float *in, const float *bias, float *out) {
  int i = blockIdx.x * 64 + threadIdx.x;
  float x = in[i];
  if (bias) x += bias[threadIdx.x];
  out[i] = x;
}
