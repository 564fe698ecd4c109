// wrong:Race --blockDim=* --gridDim=*
// The thread before sets it to zero at any time.
__global__ void k(int *last, float *o, const int *key, const float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  bool head = i == 0 || key[i] != key[i - 1];
  last[i] = 0;
  if (i > 0 && head) last[i - 1] = 1;
  o[i] = head ? x[i] : 0;
}
