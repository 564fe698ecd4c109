//:old scale 2 8; add 2 8
//:new fused 1 16

//:: different: n=13
__global__ void scale(const float *x, float *tmp, float a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) tmp[i] = a * x[i];
}
__global__ void add(const float *tmp, const float *y, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = tmp[i] + y[i];
}
__global__ void fused(const float *x, const float *y, float *out, float a, int n) {
  int i = threadIdx.x;
  if (i < n) out[i] = a * x[i] + y[i];
}
