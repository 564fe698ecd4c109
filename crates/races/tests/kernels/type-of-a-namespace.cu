// verified --blockDim=64 --gridDim=1
// One S: what is written in the namespace means it.
namespace a { struct S { char c; }; __device__ S *at(char *p) { return (S *)p; } }
__global__ void k(char *p) { int t = threadIdx.x; if (t < 32) a::at(p)[t + 32].c = 1; else p[t - 32] = 2; }
