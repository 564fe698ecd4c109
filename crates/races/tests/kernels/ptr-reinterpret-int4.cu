// verified --blockDim=64 --gridDim=2
__global__ void k(const float *__restrict__ in, float *__restrict__ out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int4 *v = reinterpret_cast<const int4 *>(in);
  if (i < n / 4) reinterpret_cast<int4 *>(out)[i] = v[i];
}
