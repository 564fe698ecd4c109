// A product of matrices, of which both go through rows and columns in two dimensions.
//:: reordered: both 1 4x4, n=4
//:all reordered
__global__ void old(const float *a, const float *b, float *c, float f, int n) {
  int r = blockIdx.y * blockDim.y + threadIdx.y, q = blockIdx.x * blockDim.x + threadIdx.x;
  if (r < n && q < n) {
    float s = 0;
    for (int k = 0; k < n; k++) s += a[r * n + k] * b[k * n + q] * f;
    c[r * n + q] = s;
  }
}
__global__ void fresh(const float *a, const float *b, float *c, float f, int n) {
  int q = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
  if (q >= n) return;
  if (r >= n) return;
  float s = 0;
  for (int k = 0; k < n; k++) s += a[r * n + k] * (f * b[k * n + q]);
  c[r * n + q] = s;
}
