// wrong
// What is visited gets the depth of all of it.
__global__ void visit(int *level, const int *next, int depth, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) level[next[i]] = depth;
}
