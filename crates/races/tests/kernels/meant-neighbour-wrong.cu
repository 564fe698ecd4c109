// wrong:Race --blockDim=[64] --gridDim=[1]
// A sum with a negative number wraps round at the bottom, and is what is meant: nothing is excused by it.
__global__ void k(int *a, int by) {
  if (by == -1 && threadIdx.x > 0) a[threadIdx.x + by] = a[threadIdx.x];
}
