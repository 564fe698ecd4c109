// verified --blockDim=64 --gridDim=*
__global__ void saxpy(size_t n, float a, const float *x, float *y) {
  size_t stride = (size_t)blockDim.x * gridDim.x;
  for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += stride) y[i] = a * x[i] + y[i];
}
