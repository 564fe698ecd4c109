// wrong:Broken(Assertion) --blockDim=64 --gridDim=1
// Joshi and others, GPURepair (2021), Listing 8. The assertion holds; as in the paper it is a false alarm,
// for behind the barrier memory is arbitrary.
typedef int(*funcType)(int);
__device__ int multiply(int i) { return i*2; }
__device__ int divide(int i) { return i/2; }
__global__ void race(int *A) {
  int tid = threadIdx.x;
  funcType f = (tid != 0) ? multiply : divide;
  A[tid] = (*f)(tid);
  __syncthreads();
  __assert(__implies(tid != 0, A[tid] == 2*tid));
}
