// unknown:K201 --block 64 --grid 1
// The old value goes through the third operand, so `x` is no null pointer any more.
__global__ void k(int **pp, int *a) {
  int *x = 0, *v = a;
  __atomic_exchange(pp, &v, &x, __ATOMIC_RELAXED);
  if (x) a[0] = threadIdx.x;
}
