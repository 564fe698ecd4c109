// verified --blockDim=[64] --gridDim=[*]
// An index taken apart in two ways comes together again: a quotient by a product is a quotient of a quotient.
__global__ void k(int *out, const int *in, int channels, int height, int width) {
  int i = blockIdx.x * 64 + threadIdx.x;
  if (height < 1 || width < 1 || i >= channels * height * width) return;
  int c = i / (height * width), y = (i / width) % height, x = i % width;
  out[(c * height + y) * width + x] = in[i];
}
