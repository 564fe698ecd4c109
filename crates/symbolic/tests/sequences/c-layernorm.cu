//:old layernorm
//:new mean 1 8; variance 1 8; apply 2 4
//:temporary m
//:temporary v
//:: reordered: n=8
__device__ float total(float a, float *s) {
  int t = threadIdx.x;
  s[t] = a;
  __syncthreads();
  for (int d = 4; d > 0; d /= 2) {
    if (t < d) s[t] += s[t + d];
    __syncthreads();
  }
  return s[0];
}
__global__ void mean(const float *x, float *m, int n) {
  __shared__ float s[8];
  float a = total(x[threadIdx.x], s);
  if (threadIdx.x == 0) m[0] = a / n;
}
__global__ void variance(const float *x, const float *m, float *v, int n) {
  __shared__ float s[8];
  float d = x[threadIdx.x] - m[0];
  float a = total(d * d, s);
  if (threadIdx.x == 0) v[0] = a / n;
}
__global__ void apply(const float *x, const float *m, const float *v, const float *g, const float *b, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = (x[i] - m[0]) / sqrtf(v[0] + 1e-5f) * g[i] + b[i];
}
