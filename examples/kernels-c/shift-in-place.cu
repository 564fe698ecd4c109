// wrong K301: a thread reads what its neighbour writes, and nothing orders the two
// options: --block 64 --grid 1

__global__ void shift(int *p) {
  int i = threadIdx.x;
  p[i] = p[i + 1];
}
