// unknown --blockDim=64 --gridDim=1
// The S of the inner block is another than that of the file.
struct S { char a, b; };
__global__ void k(char *p) { int t = threadIdx.x; { struct S { int a, b; }; S h; h.a = 1; }
  S *q = (S *)p; if (t < 32) q[t + 16].a = 1; else p[32 + 2 * (t - 32)] = 2; }
