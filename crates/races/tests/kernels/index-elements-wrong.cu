// wrong:Race --blockDim=* --gridDim=*
// Each block does the work of the first.
__global__ void k(float *c, const float *a, const float *b, int n) {
  int i = threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}
