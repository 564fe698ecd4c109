//:old partial 3 8; total 1 4
//:new sum 1 1
//:temporary part
//:name total.x=part
//:: reordered: n=21
__global__ void partial(const float *x, float *part, int n) {
  __shared__ float s[8];
  int t = threadIdx.x, i = blockIdx.x * 8 + t;
  s[t] = i < n ? x[i] : 0.0f;
  __syncthreads();
  for (int d = 4; d > 0; d /= 2) {
    if (t < d) s[t] += s[t + d];
    __syncthreads();
  }
  if (t == 0) part[blockIdx.x] = s[0];
}
__global__ void total(const float *x, float *y) {
  if (threadIdx.x == 0) {
    float s = 0;
    for (int i = 0; i < 3; i++) s += x[i];
    y[0] = s;
  }
}
__global__ void sum(const float *x, float *y, int n) {
  float s = 0;
  for (int i = 0; i < n; i++) s += x[i];
  y[0] = s;
}
