//:old softmax
//:new block 1 8
//:: reordered: n=8
__global__ void block(const float *x, float *y, int n) {
  __shared__ float s[8];
  int t = threadIdx.x;
  s[t] = x[t];
  __syncthreads();
  for (int d = 4; d > 0; d /= 2) {
    if (t < d) s[t] = fmaxf(s[t], s[t + d]);
    __syncthreads();
  }
  float m = s[0];
  __syncthreads();
  float e = expf(x[t] - m);
  s[t] = e;
  __syncthreads();
  for (int d = 4; d > 0; d /= 2) {
    if (t < d) s[t] += s[t + d];
    __syncthreads();
  }
  y[t] = e / s[0];
}
