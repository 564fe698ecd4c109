// verified --blockDim=* --gridDim=*
__device__ float max_of(float *place, float x) {
  int *word = (int *)place;
  int old = *word, seen;
  do {
    seen = old;
    old = atomicCAS(word, seen, __float_as_int(fmaxf(x, __int_as_float(seen))));
  } while (seen != old);
  return __int_as_float(old);
}
__global__ void k(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) max_of(out, in[i]);
}
