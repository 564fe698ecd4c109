// The inner sum is split among the threads of a block.
//:: reordered: old 1 4x4, new 4x4 8, n=8, m=4
__global__ void old(const float *a, const float *b, float *c, int n, int m) {
  int i = threadIdx.y, j = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; k++) sum += a[i * n + k] * b[k * m + j];
  c[i * m + j] = sum;
}
__global__ void fresh(const float *a, const float *b, float *c, int n, int m) {
  __shared__ float s[8];
  int i = blockIdx.y, j = blockIdx.x, t = threadIdx.x;
  s[t] = a[i * n + t] * b[t * m + j];
  __syncthreads();
  for (int d = 4; d > 0; d >>= 1) { if (t < d) s[t] += s[t + d]; __syncthreads(); }
  if (t == 0) c[i * m + j] = s[0];
}
