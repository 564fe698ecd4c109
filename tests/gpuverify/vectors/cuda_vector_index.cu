//args: --blockDim=64 --gridDim=1
//expect: pass
__global__ void k(int *p) { int2 v = make_int2(threadIdx.x, 3); v += make_int2(0, 1); p[v.x] = v.y; __assert(v.y == 4); uint3 t = threadIdx; dim3 d = blockDim; __assert(t.x < d.x); }
