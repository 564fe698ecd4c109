//args: --blockDim=64 --gridDim=1
//expect: pass
struct S { int a[4]; };
__global__ void k(struct S *p) { memset(&p[threadIdx.x], 0, sizeof(struct S)); }
