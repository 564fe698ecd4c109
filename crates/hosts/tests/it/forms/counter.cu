#include <cuda_runtime.h>
__global__ void k(float *a, int n) { a[threadIdx.x] = n; }
void set(int &n);
int main(int argc, char **argv) {
  int first = 2, m = argc;
  float *a;
  cudaMalloc(&a, 64);
  for (int i = first; i < 10; i++) {
    k<<<1, 32>>>(a, i);
    first = -5;
  }
  for (int i = 1; i <= m; i *= 2) {
    for (int j = i; j < 8; ++j) {
      k<<<1, 32>>>(a, j);
    }
  }
  for (int i = 6; i < m; i++) {
    k<<<1, 32>>>(a, i);
    if (m == 7) i = -9;
  }
  for (int i = 6; i < m; i++) {
    k<<<1, 32>>>(a, i);
    set(i);
  }
  for (int i = 6; i > 0; i--) {
    k<<<1, 32>>>(a, i);
  }
  for (unsigned i = 6; i != 0; i += 3) {
    k<<<1, 32>>>(a, i);
  }
  for (int i = -6; i < m; i *= 2) {
    k<<<1, 32>>>(a, i);
  }
}
//@ n >= 1
//= 9 main: k<<<1, 32>>>(a = [64]@7, n = 2) | meets
//= 9 main: k<<<1, 32>>>(a = [64]@7, n = 3) | meets
//= 9 main: k<<<1, 32>>>(a = [64]@7, n = 4) | meets
//= 9 main: k<<<1, 32>>>(a = [64]@7, n = 5) | meets
//= 9 main: k<<<1, 32>>>(a = [64]@7, n = 6) | meets
//= 9 main: k<<<1, 32>>>(a = [64]@7, n = 7) | meets
//= 9 main: k<<<1, 32>>>(a = [64]@7, n = 8) | meets
//= 9 main: k<<<1, 32>>>(a = [64]@7, n = 9) | meets
//= 14 main: k<<<1, 32>>>(a = [64]@7, n = ?) | meets
//= 18 main: k<<<1, 32>>>(a = [64]@7, n = ?) | unchecked: it is changed in a loop
//= 22 main: k<<<1, 32>>>(a = [64]@7, n = ?) | unchecked: it is changed in a loop
//= 26 main: k<<<1, 32>>>(a = [64]@7, n = 6) | meets
//= 26 main: k<<<1, 32>>>(a = [64]@7, n = 5) | meets
//= 26 main: k<<<1, 32>>>(a = [64]@7, n = 4) | meets
//= 26 main: k<<<1, 32>>>(a = [64]@7, n = 3) | meets
//= 26 main: k<<<1, 32>>>(a = [64]@7, n = 2) | meets
//= 26 main: k<<<1, 32>>>(a = [64]@7, n = 1) | meets
//= 29 main: k<<<1, 32>>>(a = [64]@7, n = int32(?)) | unchecked: it is changed in a loop
//= 32 main: k<<<1, 32>>>(a = [64]@7, n = ?) | unchecked: it is changed in a loop
