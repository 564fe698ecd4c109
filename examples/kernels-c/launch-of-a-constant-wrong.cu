// wrong K301: one barrier too few, for the number that the launch passes
// options: --stable
__global__ void scan(float *g, int n) {
  extern __shared__ float temp[];
  int t = threadIdx.x, offset = 1;
  temp[2 * t] = g[2 * t];
  temp[2 * t + 1] = g[2 * t + 1];
  for (int d = n >> 1; d > 0; d >>= 1) {
    if (t < d) temp[offset * (2 * t + 2) - 1] += temp[offset * (2 * t + 1) - 1];
    offset *= 2;
  }
  __syncthreads();
  g[2 * t] = temp[2 * t];
  g[2 * t + 1] = temp[2 * t + 1];
}
void host(float *g) { scan<<<1, 64, 128 * sizeof(float)>>>(g, 128); }
