// A loop unrolled by four, with four sums.
//:: reordered: both 1 4, n=16
__global__ void old(const float *x, float *out, int n) {
  float sum = 0;
  for (int i = 0; i < n; i++) sum += x[threadIdx.x * n + i];
  out[threadIdx.x] = sum;
}
__global__ void fresh(const float *x, float *out, int n) {
  float a = 0, b = 0, c = 0, d = 0;
  const float *row = x + threadIdx.x * n;
  for (int i = 0; i < n; i += 4) { a += row[i]; b += row[i + 1]; c += row[i + 2]; d += row[i + 3]; }
  out[threadIdx.x] = (a + b) + (c + d);
}
