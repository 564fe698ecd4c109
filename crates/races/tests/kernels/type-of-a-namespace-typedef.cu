// unknown --blockDim=64 --gridDim=1
// The name is written in another scope than the kernel's.
struct S { int a, b; }; enum E : int { e0 }; typedef char V;
namespace a { enum E : char { x0 }; struct S { char c; }; struct H { S *s; __device__ S *get() { return s; } };
  __device__ E *at(char *p) { return (E *)p; } __device__ S &ref(char *p) { return *(S *)p; } }
__global__ void k5(char *p) { int t = threadIdx.x; { typedef int V; V z = 0; } V *q = (V *)p; if (t < 32) q[t + 32] = 1; else p[t] = 2; }
