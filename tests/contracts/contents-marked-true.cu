// wrong
// What is visited is marked with a truth value, by whoever comes first.
__global__ void visit(bool *visited, const int *next, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) visited[next[i]] = true;
}
