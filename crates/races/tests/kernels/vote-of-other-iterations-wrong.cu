// wrong:Divergence --blockDim=128 --gridDim=1
// Threads keep the votes of different iterations.
__global__ void k(const int *x) {
  int mine = 0;
  for (int i = 0; i < 2; i++) {
    int vote = __syncthreads_or(x[i * 128 + threadIdx.x] > 0);
    if (i == threadIdx.x % 2) mine = vote;
  }
  if (mine) __syncthreads();
}
