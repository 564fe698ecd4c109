//args: --blockDim=32 --gridDim=1 --kernel-args=k,0x00000001,0x00000002
//expect: pass
struct S { int a; int b; };
__global__ void k(int *p, struct S s) { __assert(s.a == 1); __assert(s.b == 2); p[threadIdx.x] = s.a; }
