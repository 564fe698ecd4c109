// alpinist races --stable blockstride_div.cu
__global__ void k(float *y, const float *x, int N, int C, int HW) {
  int c = blockIdx.x;
  for (int i = threadIdx.x; i < N * HW; i += blockDim.x) {
    int n = i / HW, hw = i % HW;
    y[n * C * HW + c * HW + hw] = x[i];
  }
}
void f(float *y, float *x, int N, int C, int HW) { k<<<C, 256>>>(y, x, N, C, HW); }
