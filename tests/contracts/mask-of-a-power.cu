// unknown: isPowerOfTwo(stride)
// Pairs of elements that lie a power of two apart: nothing is found under the clause, and not all is decided.
__global__ void pairs(float *a, int stride) {
  int at = blockIdx.x * blockDim.x + threadIdx.x;
  int low = at & (stride - 1);
  int one = ((at - low) << 1) + low;
  float x = a[one], y = a[one + stride];
  a[one] = x + y;
  a[one + stride] = x - y;
}
