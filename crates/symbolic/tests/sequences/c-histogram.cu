// A choice among counters and a sum under a condition are not seen to be the same.
//:old histogram
//:new clear 1 4; count 2 8
//:: open: n=13
__global__ void clear(int *bins) { bins[threadIdx.x] = 0; }
__global__ void count(const unsigned *x, int *bins, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&bins[x[i] % 4], 1);
}
