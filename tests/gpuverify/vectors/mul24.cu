//args: --blockDim=64 --gridDim=4
//expect: pass
__global__ void k(int *p) { int i = __mul24(blockIdx.x, blockDim.x) + threadIdx.x; unsigned j = __umul24(blockIdx.x, blockDim.x) + threadIdx.x; p[i] = j; }
