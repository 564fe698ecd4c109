// Steps that are computed without a sign, or that a conversion makes negative: the counter does not stay above its start.
#include <cuda_runtime.h>
__global__ void k(float *a, int n) { a[threadIdx.x] = n; }
int main(int argc, char **argv) {
  float *a;
  cudaMalloc(&a, 64);
  for (int i = 6; i > -4 && i < argc; i += 0xFFFFFFFFu) k<<<1, 16>>>(a, i);
  for (int i = 6; i > -4 && i < argc; i += (int)0xFFFFFFFF) k<<<1, 16>>>(a, i);
  for (int i = 6; i > -4 && i < argc; i += (signed char)255) k<<<1, 16>>>(a, i);
  for (int i = 6; i != argc; i += 4u) k<<<1, 16>>>(a, i);
  for (int i = 6; i > -4 && i < argc; i *= (int)0xFFFFFFFF) k<<<1, 16>>>(a, i);
  for (int i = 6; i < argc; i += 4) k<<<1, 16>>>(a, i);
  for (long i = 6; i < argc; i += 4) k<<<1, 16>>>(a, i);
}
//@ n >= 1
//= 7 main: k<<<1, 16>>>(a = [64]@6, n = ?) | unchecked: it is changed in a loop
//= 8 main: k<<<1, 16>>>(a = [64]@6, n = ?) | unchecked: it is changed in a loop
//= 9 main: k<<<1, 16>>>(a = [64]@6, n = ?) | unchecked: it is changed in a loop
//= 10 main: k<<<1, 16>>>(a = [64]@6, n = ?) | unchecked: it is changed in a loop
//= 11 main: k<<<1, 16>>>(a = [64]@6, n = ?) | unchecked: it is changed in a loop
//= 12 main: k<<<1, 16>>>(a = [64]@6, n = ?) | meets
//= 13 main: k<<<1, 16>>>(a = [64]@6, n = int32(?)) | unchecked: it is changed in a loop
