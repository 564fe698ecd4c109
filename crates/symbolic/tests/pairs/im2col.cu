// A direct convolution against one over unrolled windows.
//:: exact: both 1 6, n=8
__global__ void old(const float *x, const float *w, float *y, int n) {
  int i = threadIdx.x;
  float s = 0;
  for (int k = 0; k < 3; k++) s += x[i + k] * w[k];
  y[i] = s;
}
__global__ void fresh(const float *x, const float *w, float *y, int n) {
  __shared__ float c[6][3];
  for (int k = threadIdx.x; k < 18; k += blockDim.x) c[k / 3][k % 3] = x[k / 3 + k % 3];
  __syncthreads();
  float s = 0;
  for (int k = 0; k < 3; k++) s += c[threadIdx.x][k] * w[k];
  y[threadIdx.x] = s;
}
