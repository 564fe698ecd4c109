// unknown --blockDim=64 --gridDim=1
// Clang writes `S *` for a::S.
struct S { int a, b; };
namespace a { struct S { char c; }; __device__ S *at(char *p) { return (S *)p; } }
__global__ void k2(char *p) { int t = threadIdx.x; if (t < 32) { auto q = a::at(p); q[t + 32].c = 1; } else p[t] = 2; }
