// An exclusive scan in a row against Blelloch's.
//:: reordered: old 1 1, new 1 4, n=8
__global__ void old(const float *x, float *y, int n) { float s = 0; for (int i = 0; i < n; i++) { y[i] = s; s += x[i]; } }
__global__ void fresh(const float *x, float *y, int n) {
  __shared__ float s[8];
  int t = threadIdx.x;
  s[2 * t] = x[2 * t]; s[2 * t + 1] = x[2 * t + 1];
  int o = 1;
  for (int d = n / 2; d > 0; d /= 2) {
    __syncthreads();
    if (t < d) { int a = o * (2 * t + 1) - 1, b = o * (2 * t + 2) - 1; s[b] += s[a]; }
    o *= 2;
  }
  if (t == 0) s[n - 1] = 0;
  for (int d = 1; d < n; d *= 2) {
    o /= 2;
    __syncthreads();
    if (t < d) { int a = o * (2 * t + 1) - 1, b = o * (2 * t + 2) - 1; float v = s[a]; s[a] = s[b]; s[b] += v; }
  }
  __syncthreads();
  y[2 * t] = s[2 * t]; y[2 * t + 1] = s[2 * t + 1];
}
