// wrong: gridDim.x == 1
// All threads of a row write its sum.
__global__ void product(float *out, const float *a, const float *x, int width) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  float sum = 0;
  for (int i = threadIdx.x; i < width; i += blockDim.x) sum += a[row * width + i] * x[i];
  out[row] = sum;
}
