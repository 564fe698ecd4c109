// verified --blockDim=64 --gridDim=1
__global__ void k(float *in, int n) {
  __shared__ float buf[2][64];
  int cur = 0, i = threadIdx.x;
  buf[0][i] = in[i];
  __syncthreads();
  for (int s = 0; s < n; ++s) {
    buf[1 - cur][i] = buf[cur][(i + 1) % 64];
    __syncthreads();
    cur = 1 - cur;
  }
}
