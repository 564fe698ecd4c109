// wrong:Race --blockDim=[64] --gridDim=[*]
// A step of a `signed char` is computed with `int` and cut: it wraps round.
__global__ void k(float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  signed char c = i;
  c++;
  out[128 + c] = 1;
}
