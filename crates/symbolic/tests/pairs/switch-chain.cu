// A `switch` by contents against a chain of choices.
//:: exact: both 2 8, n=13
__global__ void old(const float *x, const int *m, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float v = x[i];
    switch (m[i]) {
      case 0: v = v * 2; break;
      case 1: v = v + 1;
      case 3: v = v + 3; break;
      case 2: v = -v; break;
      default: v = 0;
    }
    y[i] = v;
  }
}
__global__ void fresh(const float *x, const int *m, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int o = m[i];
  float v = x[i];
  y[i] = o == 0 ? v * 2 : o == 1 ? v + 1 + 3 : o == 3 ? v + 3 : o == 2 ? -v : 0.0f;
}
