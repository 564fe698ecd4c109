// alpinist races --stable gridstride_n4.cu
__global__ void k(float4 *y, const float4 *x, int n) {
  int tid = blockIdx.x * blockDim.x + threadIdx.x;
  int n4 = n / 4;
  for (int i = tid; i < n4; i += gridDim.x * blockDim.x) y[i] = x[i];
}
void f(float4 *y, float4 *x, int n) { int blocks = (n + 255) / 256; k<<<std::min(blocks, 65535), 256>>>(y, x, n); }
