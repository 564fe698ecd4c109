// A count by atomic additions against one of a warp's ballot.
//:: exact: old 2 8, new 1 32, n=13
__global__ void old(const int *x, int *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && x[i] > 0) atomicAdd(c, 1);
}
__global__ void fresh(const int *x, int *c, int n) {
  int i = threadIdx.x;
  unsigned m = __ballot_sync(0xffffffff, i < n && x[i] > 0);
  if (i == 0) atomicAdd(c, __popc(m));
}
