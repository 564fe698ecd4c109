// verified: rows >= gridDim.x
// A plane has `rows` rows of `width` elements: each block has one of them.
__global__ void scale(float *a, const float *by, int rows, int width) {
  int first = blockIdx.y * rows * width + blockIdx.x * width;
  for (int i = threadIdx.x; i < width; i += blockDim.x) a[first + i] *= by[i];
}
