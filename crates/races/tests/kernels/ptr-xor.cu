// verified --blockDim=64 --gridDim=1
__global__ void k(const float *in, float *out, int n) {
  __shared__ float s[2][64];
  int w = 0;
  s[0][threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  for (int d = 1; d < 64; d <<= 1) {
    w ^= 1;
    s[w][threadIdx.x] = s[w ^ 1][threadIdx.x] + (threadIdx.x >= d ? s[w ^ 1][threadIdx.x - d] : 0.0f);
    __syncthreads();
  }
  out[threadIdx.x] = s[w][threadIdx.x];
}
