// wrong:Race --blockDim=[64] --gridDim=[1]
// Where `n` is 0 or less the product is not computed: that it fits says nothing of `n` there.
__global__ void k(float *out, int n) {
  int i = threadIdx.x;
  int far = n > 0 ? n * 1000000 : i;
  if (n < -100000 && far == i) out[0] = 1;
}
