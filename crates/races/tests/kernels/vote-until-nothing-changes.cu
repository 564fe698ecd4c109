// verified --blockDim=128 --gridDim=[*]
// What all threads of a block vote for is the same for all of them.
__global__ void k(int *x) {
  int at = blockIdx.x * 128 + threadIdx.x;
  int again = 1;
  while (again) {
    int v = x[at];
    if (v > 0) x[at] = v - 1;
    again = __syncthreads_or(v > 0);
  }
  x[at] = 7;
}
