// The last elements are forgotten.
//:: different: old 2 8, new 1 4, n=13
__global__ void old(const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = x[i] + 1;
}
__global__ void fresh(const float *x, float *y, int n) {
  for (int i = threadIdx.x * 4; i + 3 < n; i += 16) {
    float4 v = *(const float4 *)(x + i);
    y[i] = v.x + 1; y[i + 1] = v.y + 1; y[i + 2] = v.z + 1; y[i + 3] = v.w + 1;
  }
}
