// unknown K404: a function that calls itself has no rule
// options: --block 32 --grid 1

__device__ int depth(int n) {
  return n <= 0 ? 0 : 1 + depth(n - 1);
}

__global__ void measure(int *p) {
  p[threadIdx.x] = depth(p[threadIdx.x]);
}
