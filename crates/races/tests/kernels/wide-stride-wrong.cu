// wrong:y --blockDim=64 --gridDim=*
__global__ void saxpy(size_t n, float a, const float *x, float *y) {
  for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += blockDim.x) y[i] = a * x[i] + y[i];
}
