// wrong:Race --blockDim=* --gridDim=*
// The rest begins one element early.
__global__ void k(float *y, const float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n / 4) {
    float4 v = ((const float4 *)x)[i];
    ((float4 *)y)[i] = make_float4(v.w, v.z, v.y, v.x);
  }
  int rest = n / 4 * 4 - 1 + i;
  if (rest >= 0 && rest < n) y[rest] = x[rest];
}
