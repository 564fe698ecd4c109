// A chain of functions, in which a division is a product.
//:: real: both 1 8, n=6
//:all real
__global__ void old(const float *x, float *y, float m, float v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = (x[i] - m) / sqrtf(v);
}
__global__ void fresh(const float *x, float *y, float m, float v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float s = rsqrtf(v);
    y[i] = x[i] * s - m * s;
  }
}
