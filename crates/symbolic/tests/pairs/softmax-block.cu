// Softmax of a row by one thread against a block with trees.
//:: reordered: old 2 1, new 2 8, n=8
__global__ void old(const float *x, float *y, int n) {
  const float *row = x + blockIdx.x * n;
  float m = row[0], s = 0;
  for (int i = 1; i < n; i++) m = fmaxf(m, row[i]);
  for (int i = 0; i < n; i++) s += expf(row[i] - m);
  for (int i = 0; i < n; i++) y[blockIdx.x * n + i] = expf(row[i] - m) / s;
}
__global__ void fresh(const float *x, float *y, int n) {
  __shared__ float t[8];
  int i = threadIdx.x;
  float v = x[blockIdx.x * n + i];
  t[i] = v;
  __syncthreads();
  for (int d = 4; d > 0; d /= 2) { if (i < d) t[i] = fmaxf(t[i], t[i + d]); __syncthreads(); }
  float m = t[0];
  __syncthreads();
  float e = expf(v - m);
  t[i] = e;
  __syncthreads();
  for (int d = 4; d > 0; d /= 2) { if (i < d) t[i] += t[i + d]; __syncthreads(); }
  y[blockIdx.x * n + i] = e / t[0];
}
