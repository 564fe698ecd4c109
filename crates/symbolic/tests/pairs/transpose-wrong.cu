// A transposition that forgets to exchange the block's numbers.
//:: different: both 2x2 4x4, n=8
__global__ void old(const float *x, float *y, int n) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  y[j * n + i] = x[i * n + j];
}
__global__ void fresh(const float *x, float *y, int n) {
  __shared__ float t[4][5];
  int i = blockIdx.y * 4 + threadIdx.y, j = blockIdx.x * 4 + threadIdx.x;
  t[threadIdx.y][threadIdx.x] = x[i * n + j];
  __syncthreads();
  y[i * n + j] = t[threadIdx.x][threadIdx.y];
}
