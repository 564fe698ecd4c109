#include <string.h>
void histogram(const unsigned *x, int *bins, int n) {
  memset(bins, 0, 4 * sizeof(int));
  for (int i = 0; i < n; i++) bins[x[i] % 4]++;
}
