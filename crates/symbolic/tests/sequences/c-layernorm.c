#include <math.h>
void layernorm(const float *x, const float *g, const float *b, float *y, int n) {
  float mean = 0, variance = 0;
  for (int i = 0; i < n; i++) mean += x[i];
  mean /= n;
  for (int i = 0; i < n; i++) variance += (x[i] - mean) * (x[i] - mean);
  variance /= n;
  for (int i = 0; i < n; i++) y[i] = (x[i] - mean) / sqrtf(variance + 1e-5f) * g[i] + b[i];
}
