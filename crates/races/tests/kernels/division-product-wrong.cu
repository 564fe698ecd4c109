// wrong:Race --blockDim=[64] --gridDim=[*]
// The last part is that of another dimension.
__global__ void k(int *out, const int *in, int channels, int height, int width) {
  int i = blockIdx.x * 64 + threadIdx.x;
  if (height < 1 || width < 1 || i >= channels * height * width) return;
  int c = i / (height * width), y = (i / width) % height, x = i % height;
  out[(c * height + y) * width + x] = in[i];
}
