//args: --blockDim=64 --gridDim=1
//expect: CLANG_ERROR
//says: implicit declaration of function 'foo' is invalid
__global__ void k(int *p) { p[threadIdx.x] = foo(1); }
