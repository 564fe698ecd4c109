#include <cuda_runtime.h>
__global__ void k(float *a, int n) { a[threadIdx.x] = n; }
int main() {
  int n = 1;
  int m = n++ + 1;
  ++n;
  m--;
  float *a;
  cudaMalloc(&a, 64);
  a++;
  k<<<n, m>>>(a, m++);
}
// It is computed as an `int`, and converted: a short number may get smaller.
void narrow(short s) {
  float *a;
  cudaMalloc(&a, 60);
  short t = s;
  t++;
  k<<<3, 15>>>(a, t > s ? 1 : 2);
  unsigned char c = 255;
  ++c;
  k<<<3, 15>>>(a, c + 1);
}
//@ n == 1
//@ gridDim.x == 3
//@ length(a) == 15
//= 11 main: k<<<3, ? x ? x ?>>>(a = [64]@9 + 4, n = 1) | meets, meets, meets
//= 19 elsewhere: k<<<3, 15>>>(a = [60]@16, n = (int16(s + 1) > s ? 1 : 2)) | if s + 1 <= 32767, meets, meets
//= 22 elsewhere: k<<<3, 15>>>(a = [60]@16, n = 1) | meets, meets, meets
