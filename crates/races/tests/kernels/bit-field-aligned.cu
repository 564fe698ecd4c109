// unknown --blockDim=64 --gridDim=1
// sizeof(C) is 8.
struct C { char c; int b : 3 __attribute__((aligned(4))); };
__global__ void k1(C *s) { int t = threadIdx.x; if (t < 32) s[t + 32].c = 1; else ((char *)s)[8 * t] = 2; }
