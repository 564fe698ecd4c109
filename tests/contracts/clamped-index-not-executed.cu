// suspect
// Rows of `n` elements do not keep threads behind the last element from writing it; no execution has a rule for `rsqrtf`.
__global__ void k(float *out, float *last, const float *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float value = rsqrtf(a[i]);
  int row = i % 4, column = i / 4;
  out[(size_t)row * n + column] = value;
  last[min(i, n - 1)] = value;
}
