// verified: gridDim.x * blockDim.x >= n
// with: --covers data:n
// What is read may be written where it is named.
__global__ void half(float *data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] *= 0.5f;
}
