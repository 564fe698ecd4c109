// wrong:Broken(Invariant) --blockDim=32 --gridDim=1
// The loop of what the kernel calls is meant, too.
__device__ void f(int *a) {
  for (int j = 0; j < 9; j++) a[threadIdx.x] = j;
}
__global__ void k(int *a) {
  f(a);
  __function_wide_invariant(__no_write(a));
}
