// verified --blockDim=64 --gridDim=1
__global__ void k(const float *in, float *out, int n) {
  __shared__ float buf[128];
  int i = threadIdx.x;
  buf[i] = in[i];
  __syncthreads();
  for (int s = 0; s < n; ++s) {
    float *cur = buf + (s & 1) * 64, *next = buf + ((s + 1) & 1) * 64;
    next[i] = cur[(i + 1) % 64];
    __syncthreads();
  }
  out[i] = buf[(n & 1) * 64 + i];
}
