// alpinist races --stable gridstride_int.cu   (false alarm on y[i] if any)
__global__ void k(float *y, const float *x, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) y[i] = x[i];
}
void f(float *y, float *x, int n, int g) { k<<<g, 256>>>(y, x, n); }
