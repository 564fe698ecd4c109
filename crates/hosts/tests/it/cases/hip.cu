#include <hip/hip_runtime.h>
__global__ void k(float *a, int n) { a[threadIdx.x] = n; }
int main() {
  float *a;
  if (hipMalloc(&a, 400) != hipSuccess) return 1;
  hipLaunchKernelGGL(k, dim3(1), dim3(64), 0, 0, a, 100);
  hipLaunchKernelGGL(k, 2, 32, 0, 0, a, 10);
  k<<<3, 64>>>(a, 3);
  hipFree(a);
  hipDeviceSynchronize();
}
void after(float *b) {
  float *a;
  hipMalloc((void **)&a, 400);
  hipFree(a);
  hipLaunchKernelGGL(k, dim3(1), dim3(64), 0, 0, a, 100);
}
//@ length(a) >= n
//= 6 main: k<<<1, 64>>>(a = [400]@5, n = 100) | meets
//= 7 main: k<<<2, 32>>>(a = [400]@5, n = 10) | meets
//= 8 main: k<<<3, 64>>>(a = [400]@5, n = 3) | meets
//= 16 elsewhere: k<<<1, 64>>>(a = freed, n = 100) | unchecked: the memory of `a` may have been given back
