//args: --blockDim=64 --gridDim=1
//expect: pass
__global__ void k(bool *p) { __shared__ bool b[64]; b[threadIdx.x] = threadIdx.x > 3; p[threadIdx.x] = !b[threadIdx.x]; }
