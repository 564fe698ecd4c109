// Vectors of four, where their number is that of the elements by four.
//:: exact: old 2 8, new 1 4, n=16
//:all exact
__global__ void old(const float *x, float *y, float a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i];
}
__global__ void fresh(const float *x, float *y, float a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n / 4) {
    float4 v = ((const float4 *)x)[i], w = ((float4 *)y)[i];
    w.x = a * v.x + w.x;
    w.y = a * v.y + w.y;
    w.z = a * v.z + w.z;
    w.w = a * v.w + w.w;
    ((float4 *)y)[i] = w;
  }
}
