#include <math.h>
#include <float.h>
void softmax(const float *x, float *y, int n) {
  float m = -INFINITY, s = 0.0f;
  for (int i = 0; i < n; i++) m = fmaxf(m, x[i]);
  for (int i = 0; i < n; i++) s += expf(x[i] - m);
  for (int i = 0; i < n; i++) y[i] = expf(x[i] - m) / s;
}
