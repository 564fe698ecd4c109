//args: --blockDim=32 --gridDim=1 --kernel-args=k,0x0000000200000001
//expect: unknown
//says: K411
struct S { int a; int b; };
__global__ void k(int *p, struct S s) { p[threadIdx.x] = s.a; }
