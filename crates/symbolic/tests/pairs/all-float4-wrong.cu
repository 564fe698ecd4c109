// The third of four is taken twice.
//:: different: old 2 8, new 1 4, n=16
//:all open
__global__ void old(const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = x[i];
}
__global__ void fresh(const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n / 4) {
    float4 v = ((const float4 *)x)[i];
    v.w = v.z;
    ((float4 *)y)[i] = v;
  }
}
