// alpinist races --stable div_zero.cu
__global__ void k(float *y, int T, int C) {
  int idx = blockIdx.x * blockDim.x + threadIdx.x;
  if (idx < T * C / 4) {
    int C4 = C / 4;
    int t = idx / C4, c = idx % C4;
    y[t * C4 + c] = 1;
  }
}
void f(float *y, int T, int C) { k<<<(T * C / 4 + 255) / 256, 256>>>(y, T, C); }
