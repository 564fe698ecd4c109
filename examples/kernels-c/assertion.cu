// wrong K303: the assertion does not hold for the last thread
// options: --block 32 --grid 1

__global__ void check(int *p) {
  int next = threadIdx.x + 1;
  __assert(next < 32);
  p[threadIdx.x] = next;
}
