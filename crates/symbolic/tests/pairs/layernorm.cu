// Layer norm: the variance as the mean of squares less the square of the mean, and rsqrt.
//:: real: both 1 1, n=4
__global__ void old(const float *x, const float *g, const float *b, float *y, int n) {
  float mean = 0, v = 0;
  for (int i = 0; i < n; i++) mean += x[i];
  mean /= (float)n;
  for (int i = 0; i < n; i++) v += (x[i] - mean) * (x[i] - mean);
  v /= (float)n;
  for (int i = 0; i < n; i++) y[i] = (x[i] - mean) / sqrtf(v + 1e-5f) * g[i] + b[i];
}
__global__ void fresh(const float *x, const float *g, const float *b, float *y, int n) {
  float s = 0, q = 0;
  for (int i = 0; i < n; i++) { s += x[i]; q += x[i] * x[i]; }
  float mean = s / (float)n, r = rsqrtf(q / (float)n - mean * mean + 1e-5f);
  for (int i = 0; i < n; i++) y[i] = fmaf((x[i] - mean) * r, g[i], b[i]);
}
