// A loop unrolled by four, with one sum.
//:: exact: both 1 4, n=10
__global__ void old(const float *x, float *out, int n) {
  float sum = 0;
  for (int i = 0; i < n; i++) sum += x[threadIdx.x * n + i];
  out[threadIdx.x] = sum;
}
__global__ void fresh(const float *x, float *out, int n) {
  float sum = 0;
  const float *row = x + threadIdx.x * n;
  int i = 0;
  for (; i + 3 < n; i += 4) { sum += row[i]; sum += row[i + 1]; sum += row[i + 2]; sum += row[i + 3]; }
  for (; i < n; i++) sum += row[i];
  out[threadIdx.x] = sum;
}
