// alpinist races --stable cumsum_line.cu
__global__ void k(float *out, int outer, int stride, int inner) {
  int idx = blockIdx.x;
  int o = idx / inner, in = idx % inner;
  if (o < outer) for (int i = 0; i < stride; ++i) out[o * stride * inner + in + i * inner] = 1;
}
void f(float *y, int outer, int stride, int inner) { k<<<outer * inner, 1>>>(y, outer, stride, inner); }
