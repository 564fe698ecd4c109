// verified: width >= gridDim.x * blockDim.x && rows >= gridDim.y
// Each thread has an element of a row.
__global__ void scale(float *a, int rows, int width) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  a[blockIdx.z * rows * width + blockIdx.y * width + x] *= 2;
}
