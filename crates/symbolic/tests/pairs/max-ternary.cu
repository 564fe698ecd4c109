// A comparison that stands for the greatest, in a tree.
//:: reordered: old 1 1, new 1 4, n=4
__global__ void old(const float *x, float *y, int n) { float m = x[0]; for (int i = 1; i < n; i++) m = m > x[i] ? m : x[i]; y[0] = m; }
__global__ void fresh(const float *x, float *y, int n) {
  float m = x[threadIdx.x];
  m = fmaxf(m, __shfl_xor_sync(0xf, m, 1));
  m = fmaxf(m, __shfl_xor_sync(0xf, m, 2));
  if (threadIdx.x == 0) y[0] = m;
}
