// verified --blockDim=64 --gridDim=2
__global__ void k(const float *a, float *b, int n) {
  const float *p = a + blockIdx.x * blockDim.x + threadIdx.x;
  const float *end = a + n;
  float sum = 0;
  for (; p < end; p += blockDim.x * gridDim.x) sum += *p;
  b[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
