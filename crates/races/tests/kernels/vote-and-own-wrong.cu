// wrong:Divergence --blockDim=128 --gridDim=1
// Beside the vote each thread's own value decides.
__global__ void k(int *x) {
  int at = blockIdx.x * 128 + threadIdx.x;
  int again = 1;
  while (again) {
    int v = x[at];
    if (v > 0) x[at] = v - 1;
    again = __syncthreads_or(v > 0) && v > 0;
  }
  x[at] = 7;
}
