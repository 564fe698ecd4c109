// verified --blockDim=* --gridDim=*
__global__ void k(const double *in, double *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned long long *word = (unsigned long long *)&out[i % 10];
  unsigned long long old = *word;
  while (true) {
    unsigned long long seen = old;
    old = atomicCAS(word, seen, __double_as_longlong(in[i] + __longlong_as_double(seen)));
    if (old == seen) break;
  }
}
