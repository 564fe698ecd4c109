// unknown:Call --blockDim=64 --gridDim=1
typedef int (*One)(int);
typedef int (*Two)(int, int);
__device__ int one(int n) { return n + 1; }
__global__ void k(int *A) { Two f = (Two)one; A[threadIdx.x] = f(1, 2); }
