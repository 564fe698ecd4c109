// A kernel that is asked for by its name in a text.
#include <cuda_runtime.h>
#include <cuda.h>
extern "C" __global__ void add(float *o, const float *x, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n - 1) o[i] = x[i + 1]; }
void go(CUmodule m, float *a, int n) {
  CUfunction f;
  cuModuleGetFunction(&f, m, "add");
  void *all[] = {&a, &a, &n};
  cuLaunchKernel(f, 4, 1, 1, 256, 1, 1, 0, 0, all, 0);
}
//@ disjoint(o, x)
//= 9 unread <<<: which kernel is started is not known
