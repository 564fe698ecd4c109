// verified:Fits --blockDim=64 --gridDim=1
// The twin: what decides is what the launch gives.
__global__ void k(int *out, const int *in, int n) {
  int t = threadIdx.x;
  int d = in[0];
  if ((d == 7 && n == 1) || n == 2) {
    int y = 2147483646 + n;
    if (y < 0) out[0] = t;
  }
}
