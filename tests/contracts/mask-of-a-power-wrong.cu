// wrong
// The distance between pairs is one too few.
__global__ void pairs(float *a, int stride) {
  int at = blockIdx.x * blockDim.x + threadIdx.x;
  int low = at & (stride - 1);
  int one = ((at - low) << 1) + low;
  float x = a[one], y = a[one + stride - 1];
  a[one] = x + y;
  a[one + stride - 1] = x - y;
}
