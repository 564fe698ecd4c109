// wrong:Race --blockDim=64 --gridDim=1
// The second iteration is made only where `s` is 7, which it is not, or where the sum overflows.
__global__ void k(int *out, int n) {
  __shared__ int s;
  if (threadIdx.x == 0) s = 3;
  __syncthreads();
  int d = s;
  for (int i = 0; (d == 7 && n == 1) || n == 2; i++) {
    if (i > 0) {
      int y = 2147483646 + n;
      if (y < 0) out[0] = threadIdx.x;
    }
    if (i > 3) break;
  }
}
