//args: --blockDim=64 --gridDim=1
//expect: NOT_ALL_VERIFIED
struct S { int a[4]; };
__global__ void k(struct S *p, struct S *q) { memcpy(&p[0], &q[threadIdx.x], sizeof(struct S)); }
