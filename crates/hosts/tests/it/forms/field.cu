#include <cuda_runtime.h>
__global__ void k(float *a, int n) { a[threadIdx.x] = n; }
struct Inner { int n; dim3 size; };
struct Outer { Inner inner; float *data; };
void go() {
  Outer o;
  o.inner.n = 3;
  o.inner.size = dim3(4, 5);
  Outer *p = &o;
  cudaMalloc(&p->data, 12);
  p->inner.size.y = 6;
  k<<<1, o.inner.size>>>(o.data, p->inner.n);
}
//@ blockDim.y == 6
//@ length(a) == n
//= 12 elsewhere: k<<<1, 4 x 6>>>(a = [12]@10, n = 3) | meets, meets
