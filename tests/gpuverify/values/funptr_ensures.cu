//args: --blockDim=64 --gridDim=1 --no-inline
//expect: unknown
//says: K204
typedef int (*F)(int);
__device__ int a(int x) { return x; }
__device__ F pick(int x) { __ensures(__return_val_funptr() == a); return a; }
__global__ void k(int *p) { p[pick(1)(threadIdx.x)] = threadIdx.x; }
