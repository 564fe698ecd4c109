// wrong:Race --blockDim=64 --gridDim=1
// A branch that only reads moves the address of what is written.
__global__ void k(const int *a, int *b) {
  int *to = b + threadIdx.x;
  if (a[threadIdx.x] > 0) to = b;
  *to = 1;
}
