// wrong:Race --blockDim=256 --gridDim=1
// The inner loop does not wait.
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
  }
  __syncthreads();
  a[t] = s[t];
}
