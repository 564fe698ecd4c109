// verified --blockDim=128 --gridDim=*
__global__ void k(float *y, const float *x, const float *g, int n) {
  __shared__ float s[128], mean;
  int t = threadIdx.x, row = blockIdx.x * n;
  s[t] = 0;
  for (int j = t; j < n; j += 128) s[t] += x[row + j];
  __syncthreads();
  if (t == 0) {
    float sum = 0;
    for (int e = 0; e < 128; ++e) sum += s[e];
    mean = sum / n;
  }
  __syncthreads();
  for (int j = t; j < n; j += 128) y[row + j] = g[j] * (x[row + j] - mean);
}
