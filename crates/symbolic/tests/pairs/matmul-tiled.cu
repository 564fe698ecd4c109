// A product of matrices through shared memory.
//:: exact: both 2x2 4x4, n=8
__global__ void old(const float *a, const float *b, float *c, int n) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; k++) sum += a[i * n + k] * b[k * n + j];
  c[i * n + j] = sum;
}
__global__ void fresh(const float *a, const float *b, float *c, int n) {
  __shared__ float s[4][4], t[4][4];
  int i = blockIdx.y * 4 + threadIdx.y, j = blockIdx.x * 4 + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; k += 4) {
    s[threadIdx.y][threadIdx.x] = a[i * n + k + threadIdx.x];
    t[threadIdx.y][threadIdx.x] = b[(k + threadIdx.y) * n + j];
    __syncthreads();
    for (int m = 0; m < 4; m++) sum += s[threadIdx.y][m] * t[m][threadIdx.x];
    __syncthreads();
  }
  c[i * n + j] = sum;
}
