// unknown:TooLarge --blockDim=64 --gridDim=1
// A short text may stand for any number of elements.
struct A { int x; __device__ A() : x(1) {} };
struct B { A a[256]; };
struct C { B b[256]; };
__global__ void k(int *out) {
  C c[256];
  out[threadIdx.x] = c[0].b[0].a[0].x;
}
