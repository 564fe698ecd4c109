// Four at once are written past the end where n is no multiple of four; an unsigned comparison.
//:: different: old 2 8, new 1 4, n=13
//:all open
__global__ void old(float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = 1.0f;
}
__global__ void fresh(float *y, int n) {
  int i = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
  if ((unsigned)i < (unsigned)n) {
    y[i] = 1.0f;
    y[i + 1] = 1.0f;
    y[i + 2] = 1.0f;
    y[i + 3] = 1.0f;
  }
}
