#include <stddef.h>
static size_t at(int row, int column, int n) { return (size_t)row * n + column; }
void mm(const float *restrict a, const float *restrict b, float *restrict c, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      float s = 0;
      for (int k = 0; k < n; k++) s += a[at(i, k, n)] * b[at(k, j, n)];
      c[at(i, j, n)] = s;
    }
}
