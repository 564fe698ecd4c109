// wrong K301: the number of the block was forgotten, so all blocks write the same elements
// options: --block 256 --grid 4

__global__ void saxpy(int n, float a, const float *x, float *y) {
  int i = threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i];
}
