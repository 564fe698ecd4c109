// unknown --blockDim=64 --gridDim=1
// Another file may have a body of `f` that is taken instead.
__attribute__((weak)) __device__ int f(int i) { return i; }
__global__ void k(int *a) { a[f(threadIdx.x)] = 1; }
