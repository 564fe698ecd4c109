//args: --blockDim=64 --gridDim=8
//expect: NOT_ALL_VERIFIED
// On the way down no barrier parts the levels.
__global__ void sums(float *out, const float *in, int n) {
  __requires(n == 128);
  __shared__ float t[128];
  int i = threadIdx.x, step = 1;
  t[2 * i] = in[2 * i];
  t[2 * i + 1] = in[2 * i + 1];
  for (int d = n >> 1; d > 0; d >>= 1) {
    __syncthreads();
    if (i < d) t[step * (2 * i + 2) - 1] += t[step * (2 * i + 1) - 1];
    step *= 2;
  }
  if (i == 0) t[n - 1] = 0;
  for (int d = 1; d < n; d *= 2) {
    step /= 2;
    if (i < d) {
      float left = t[step * (2 * i + 1) - 1];
      t[step * (2 * i + 1) - 1] = t[step * (2 * i + 2) - 1];
      t[step * (2 * i + 2) - 1] += left;
    }
  }
  __syncthreads();
  out[blockIdx.x * n + 2 * i] = t[2 * i];
  out[blockIdx.x * n + 2 * i + 1] = t[2 * i + 1];
}
