// wrong: blockDim.x == 32 && blockDim.y == 32 && blockDim.z == 1
// The threads of a row of a block go through a row of the matrix: who has one block along it, or forgot its number, is not said.
__global__ void product(float *out, const float *a, const float *x, int width) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  float sum = 0;
  for (int i = threadIdx.x; i < width; i += 32) sum += a[row * width + i] * x[i];
  for (int half = 16; half > 0; half /= 2) sum += __shfl_down_sync(0xffffffff, sum, half);
  if (threadIdx.x == 0) out[row] = sum;
}
