//args: --cuda --blockDim=64 --gridDim=1
//expect: pass
__global__ void k(int *p) { p[threadIdx.x] = 1; }
