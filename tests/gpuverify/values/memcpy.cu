//args: --blockDim=64 --gridDim=1
//expect: pass
struct S { int a[4]; };
__global__ void k(struct S *p, struct S *q) { memcpy(&p[threadIdx.x], &q[threadIdx.x], sizeof(struct S)); }
