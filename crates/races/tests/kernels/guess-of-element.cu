// verified --blockDim=* --gridDim=*
__global__ void k(const float *in, float *bins, int n, int m) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    int *word = (int *)(bins + i % 16);
    int old = *word;
    for (;;) {
      int seen = old;
      old = atomicCAS(word, seen, __float_as_int(__int_as_float(seen) * in[i]));
      if (old == seen) break;
    }
  }
}
