// unknown:K201 --blockDim=64 --gridDim=1
// The old value goes through the third operand, so `x` is no null pointer any more.
__global__ void k(int **pp, int *a) {
  int *x = 0, *v = a;
  __atomic_exchange(pp, &v, &x, __ATOMIC_RELAXED);
  if (x) a[0] = threadIdx.x;
}
