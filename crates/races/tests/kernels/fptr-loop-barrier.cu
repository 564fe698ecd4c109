// verified --blockDim=64 --gridDim=1
typedef void (*Step)(float *);
__device__ void with(float *s) { __syncthreads(); s[threadIdx.x] = 1; }
__device__ void without(float *s) { s[threadIdx.x] = 2; }
__global__ void k(const int *flags, int n) {
  __shared__ float s[64];
  for (int i = 0; i < n; ++i) { Step f = flags[i] > 0 ? with : without; f(s); }
}
