// Only pasting shows that the helper is used.
#include <cuda_runtime.h>
__global__ void add(float *o, const float *x, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n - 1) o[i] = x[i + 1]; }
static void f_go(float *a, float *b) { add<<<4, 256>>>(a, b, 1024); }
#define GO(n) n##_go(ga, ga)
float *ga;
TEST(Foo, Bar) { GO(f); }
int main() {
  float *a, *b;
  cudaMalloc(&a, 1 << 20);
  cudaMalloc(&b, 1 << 20);
  f_go(a, b);
}
//@ disjoint(o, x)
//= 4 main via 12: add<<<4, 256>>>(o = [1048576]@10, x = [1048576]@11, n = 1024) | meets
//= 4 elsewhere: add<<<4, 256>>>(o = a, x = b, n = 1024) | if disjoint(o, x)
