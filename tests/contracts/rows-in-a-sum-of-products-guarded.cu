// wrong: rows >= gridDim.y && width >= gridDim.y
// A guard keeps to rows and lets one more in: no clause about the number of blocks is to stand in for it.
__global__ void scale(float *a, const float *by, int rows, int width) {
  if (blockIdx.x > rows) return;
  int first = blockIdx.y * rows * width + blockIdx.x * width;
  for (int i = threadIdx.x; i < width; i += blockDim.x) a[first + i] *= by[i];
}
