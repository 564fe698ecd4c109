// verified --blockDim=256 --gridDim=1
// A bitonic sort. That an exchange in the last round of the inner loop is not in one interval with one in the first round of
// the next is seen only if the values of both executions of the inner loop are known to be the same.
__global__ void k(unsigned *a) {
  __shared__ unsigned s[256];
  unsigned t = threadIdx.x;
  s[t] = a[t];
  __syncthreads();
  for (unsigned k = 2; k <= 256; k *= 2)
  for (unsigned j = k / 2; j > 0; j /= 2) {
      unsigned ixj = t ^ j;
      if (ixj > t) {
         if (s[t] > s[ixj]) { unsigned x = s[t]; s[t] = s[ixj]; s[ixj] = x; }
      }
      __syncthreads();
  }
  a[t] = s[t];
}
