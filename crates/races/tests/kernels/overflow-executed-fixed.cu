// wrong:Race --blockDim=64 --gridDim=1
// With `n == 1` the sum fits, but the program never comes by then: `d` is 3. With `n == 2` it overflows.
__global__ void k(int *out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = 3;
  __syncthreads();
  int d = s[0];
  if ((d == 7 && n == 1) || n == 2) {
    int y = 2147483646 + n;
    if (y < 0) out[0] = t;
  }
}
