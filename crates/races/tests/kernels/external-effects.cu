// unknown --blockDim=64 --gridDim=1
// exec.rs:call: a function without body is taken to do nothing if no argument is an address of shared memory; it may write __device__ variables or pass a barrier (nothing listed as assumed).
extern __device__ void foo(int);
__global__ void k(int *A) { if (threadIdx.x < 3) foo(1); A[threadIdx.x] = 1; }
