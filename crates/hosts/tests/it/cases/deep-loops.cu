// Loops in loops, in a function that a loop calls.
#include <cuda_runtime.h>
__global__ void k(float *a, int n) { a[threadIdx.x] = n; }
static float sum(const float *a, int n) {
  float s = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int l = 0; l < n; l++)
        for (int m = 0; m < n; m++)
          for (int o = 0; o < n; o++)
            for (int p = 0; p < n; p++) s += a[i] * a[j] * a[l] + a[m] * a[o] * a[p];
  return s;
}
int main(int argc, char **argv) {
  float h[8], s = 0;
  int n = 16;
  float *a;
  cudaMalloc(&a, n * sizeof(float));
  for (int i = 0; i < argc; i++)
    for (int j = 0; j < argc; j++)
      for (int l = 0; l < argc; l++) s += sum(h, 8);
  k<<<1, n>>>(a, n);
}
//@ blockDim.x == 16
//@ length(a) == 16
//= 22 main: k<<<1, 16>>>(a = [64]@18, n = 16) | meets, meets
