// unknown:Call --blockDim=64 --gridDim=1
// What function has this number is not known.
typedef int (*One)(int);
__global__ void k(int *A) { One f = (One)5; A[threadIdx.x] = f(1); }
