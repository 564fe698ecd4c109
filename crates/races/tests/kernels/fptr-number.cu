// wrong:Assertion --blockDim=64 --gridDim=1
typedef int (*One)(int);
__device__ int one(int n) { return n + 1; }
__global__ void k(int *A) { One f = one; __assert((size_t)f == 1); }
