// Softmax in three passes against one pass with a running maximum.
//:: real: both 1 2, n=5
__global__ void old(const float *x, float *y, int n) {
  const float *row = x + threadIdx.x * n;
  float m = -INFINITY, s = 0;
  for (int i = 0; i < n; i++) m = fmaxf(m, row[i]);
  for (int i = 0; i < n; i++) s += expf(row[i] - m);
  for (int i = 0; i < n; i++) y[threadIdx.x * n + i] = expf(row[i] - m) / s;
}
__global__ void fresh(const float *x, float *y, int n) {
  const float *row = x + threadIdx.x * n;
  float m = row[0], s = 1;
  for (int i = 1; i < n; i++) {
    float next = fmaxf(m, row[i]);
    s = s * expf(m - next) + expf(row[i] - next);
    m = next;
  }
  for (int i = 0; i < n; i++) y[threadIdx.x * n + i] = expf(row[i] - m) / s;
}
