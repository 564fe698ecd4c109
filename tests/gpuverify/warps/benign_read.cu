//args: --blockDim=64 --gridDim=1
//expect: pass
__global__ void k(int *q) { __shared__ int f; f = 1; q[threadIdx.x] = f; }
