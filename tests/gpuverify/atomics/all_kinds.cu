//args: --blockDim=64 --gridDim=2
//expect: pass
__global__ void k(int *c, unsigned *u, float *f, unsigned long long *l) { atomicAdd(c, 1); atomicSub(c, 1); atomicExch(c, 1); atomicMin(c, 1); atomicMax(c, 1); atomicInc(u, 3); atomicDec(u, 3); atomicCAS(c, 1, 2); atomicAnd(c, 1); atomicOr(c, 1); atomicXor(c, 1); atomicAdd(f, 1.0f); atomicAdd(l, 1ULL); }
