// wrong:Race --blockDim=64 --gridDim=2
// Instances of a template share their place in the text; d.w is 0 for all.
struct F { int v; __device__ F(int x) : v(x) {} };
struct H { int w; __device__ H(int x) : w(0) {} };
template<class A, class B> struct P : A, B { __device__ P(int x) : A(x), B(x) {} };
__global__ void k(int *p) { P<F, H> c(0); P<H, F> d(blockIdx.x * 64 + threadIdx.x); p[d.w + c.w] = 1; }
