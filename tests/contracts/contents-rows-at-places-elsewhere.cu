// wrong
// The same into another array: of two tokens with one row the sum of one is lost.
__global__ void add(float *now, const float *before, const float *of, const int *token, int width) {
  int row = token[blockIdx.x];
  for (int i = threadIdx.x; i < width; i += blockDim.x) now[row * width + i] = before[row * width + i] + of[blockIdx.x * width + i];
}
