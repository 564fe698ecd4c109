// alpinist races --stable rowptr_bt.cu
__global__ void k(float *out, int B, int T, int C) {
  int idx = blockIdx.x * blockDim.x + threadIdx.x;
  if (idx < B * T) {
    int b = idx / T, t = idx % T;
    float *o = out + b * T * C + t * C;
    for (int i = 0; i < C; i++) o[i] = 1;
  }
}
void f(float *y, int B, int T, int C) { k<<<(B * T + 255) / 256, 256>>>(y, B, T, C); }
