//args: --blockDim=64 --gridDim=2
//expect: pass
__global__ void k(int *c, int *q) { int i = atomicAdd(c, 1); q[i] = threadIdx.x; }
