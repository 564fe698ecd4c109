// verified: the value is read before the barrier and written after it
// options: --block 64 --grid 1

__global__ void shift(int *p) {
  int i = threadIdx.x;
  int next = p[i + 1];
  __syncthreads();
  p[i] = next;
}
