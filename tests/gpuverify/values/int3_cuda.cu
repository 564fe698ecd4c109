//args: --blockDim=64 --gridDim=1
//expect: pass
__global__ void k(int3 *p, int *q) { p[threadIdx.x] = make_int3(1, 2, 3); __assert(sizeof(int3) == 12); int x = ((int *)p)[3 * threadIdx.x + 2]; }
