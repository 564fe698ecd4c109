// verified --blockDim=64 --gridDim=2
template <typename T> __device__ T add(T a, T b) { return a + b; }
template <typename T> __device__ T most(T a, T b) { return a > b ? a : b; }
template <typename T, T (*F)(T, T)> __device__ T reduce(T *s) {
  for (int d = 32; d > 0; d /= 2) { if (threadIdx.x < d) s[threadIdx.x] = F(s[threadIdx.x], s[threadIdx.x + d]); __syncthreads(); }
  return s[0];
}
__global__ void k(float *A, int c) {
  __shared__ float s[64];
  s[threadIdx.x] = A[blockIdx.x * 64 + threadIdx.x];
  __syncthreads();
  float r = c ? reduce<float, add<float>>(s) : reduce<float, most<float>>(s);
  if (threadIdx.x == 0) A[blockIdx.x * 64] = r;
}
