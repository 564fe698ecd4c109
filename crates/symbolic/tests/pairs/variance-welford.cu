// The variance in two passes against Welford's.
//:: real: both 1 1, n=6
__global__ void old(const float *x, float *out, int n) {
  float mean = 0, v = 0;
  for (int i = 0; i < n; i++) mean += x[i];
  mean /= (float)n;
  for (int i = 0; i < n; i++) v += (x[i] - mean) * (x[i] - mean);
  out[0] = v / (float)n;
}
__global__ void fresh(const float *x, float *out, int n) {
  float mean = 0, m2 = 0;
  for (int i = 0; i < n; i++) {
    float d = x[i] - mean;
    mean += d / (float)(i + 1);
    m2 += d * (x[i] - mean);
  }
  out[0] = m2 / (float)n;
}
