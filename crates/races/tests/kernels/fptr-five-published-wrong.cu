// wrong:NullAccess --blockDim=64 --gridDim=1 --unknown-is-null
// As GPUVerify tells it.
typedef int (*One)(int);
__global__ void k(int *A) { One f = (One)5; A[threadIdx.x] = f(1); }
