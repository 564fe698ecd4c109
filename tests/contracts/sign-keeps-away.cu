// unknown
// What is not decided is done only for a negative number: a clause that excludes it says nothing.
__device__ unsigned mixed(unsigned x) {
  x ^= x >> 16;
  x *= 0x85ebca6bu;
  x ^= x >> 13;
  x *= 0xc2b2ae35u;
  return x ^ x >> 16;
}
__global__ void marks(int *a, int shift) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (shift < 0)
    a[(unsigned long long)mixed(i) - shift] = 1;
}
