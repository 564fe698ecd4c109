//:old scan
//:new hillis 1 8
//:: different: n=8

__global__ void hillis(const int *x, int *y, int n) {
  __shared__ int s[8];
  int t = threadIdx.x;
  s[t] = t < n ? x[t] : 0;
  __syncthreads();
  for (int d = 1; d < 4; d *= 2) {
    int v = t >= d ? s[t - d] : 0;
    __syncthreads();
    s[t] += v;
    __syncthreads();
  }
  if (t < n) y[t] = s[t];
}
