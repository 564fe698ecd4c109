// verified --blockDim=64 --gridDim=2
__global__ void k(float *in, float *out, int n) {
  __shared__ float a[64], b[64];
  float *cur = a, *next = b;
  int i = threadIdx.x;
  cur[i] = in[blockIdx.x * 64 + i];
  __syncthreads();
  for (int off = 1; off < 64; off *= 2) {
    next[i] = i >= off ? cur[i] + cur[i - off] : cur[i];
    float *t = cur; cur = next; next = t;
    __syncthreads();
  }
  out[blockIdx.x * 64 + i] = cur[i];
}
