// Of equal values the last instead of the first.
//:: different: both 1 2, n=4
__global__ void old(const float *x, int *out, int n) {
  const float *row = x + threadIdx.x * n;
  float best = row[0]; int at = 0;
  for (int i = 1; i < n; i++) if (row[i] > best) { best = row[i]; at = i; }
  out[threadIdx.x] = at;
}
__global__ void fresh(const float *x, int *out, int n) {
  const float *row = x + threadIdx.x * n;
  float best = row[0]; int at = 0;
  for (int i = 1; i < n; i++) if (row[i] >= best) { best = row[i]; at = i; }
  out[threadIdx.x] = at;
}
