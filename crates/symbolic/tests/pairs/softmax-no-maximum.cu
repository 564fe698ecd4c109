// Softmax without its maximum is equal over the reals; the level says that nothing is said of overflow.
//:: real: both 1 2, n=4
__global__ void old(const float *x, float *y, int n) {
  const float *row = x + threadIdx.x * n;
  float m = row[0], s = 0;
  for (int i = 1; i < n; i++) m = fmaxf(m, row[i]);
  for (int i = 0; i < n; i++) s += expf(row[i] - m);
  for (int i = 0; i < n; i++) y[threadIdx.x * n + i] = expf(row[i] - m) / s;
}
__global__ void fresh(const float *x, float *y, int n) {
  const float *row = x + threadIdx.x * n;
  float s = 0;
  for (int i = 0; i < n; i++) s += expf(row[i]);
  for (int i = 0; i < n; i++) y[threadIdx.x * n + i] = expf(row[i]) / s;
}
