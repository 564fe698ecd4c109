// wrong
// What is visited is marked, by whoever comes first.
__global__ void visit(char *visited, const int *next, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) visited[next[i]] = 1;
}
