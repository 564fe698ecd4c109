// unknown --blockDim=256 --gridDim=1
// One variable with two names.
__device__ int a asm("foo");
extern __device__ int b asm("foo");
__global__ void k(int *o) {
  int t = threadIdx.x;
  if (t == 0) a = t;
  if (t == 1) b = 1;
}
