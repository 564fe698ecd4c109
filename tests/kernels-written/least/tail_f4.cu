// alpinist races --stable tail_f4.cu
__global__ void k(float *y, const float *x, int n) {
  int tid = blockIdx.x * blockDim.x + threadIdx.x;
  int n4 = n / 4;
  if (tid < n4) ((float4*)y)[tid] = ((const float4*)x)[tid];
  int base = n4 * 4;
  if (tid < n - base) y[base + tid] = x[base + tid];
}
void f(float *y, float *x, int n) { int blocks = (n + 255) / 256; k<<<blocks, 256>>>(y, x, n); }
