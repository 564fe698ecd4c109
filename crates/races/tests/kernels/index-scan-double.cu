// verified --blockDim=256 --gridDim=*
__global__ void k(int *o, const int *a) {
  __shared__ int s[2][256];
  int t = threadIdx.x, from = 0;
  s[0][t] = a[blockIdx.x * 256 + t];
  __syncthreads();
  for (int d = 1; d < 256; d *= 2) {
    s[1 - from][t] = t >= d ? s[from][t] + s[from][t - d] : s[from][t];
    from = 1 - from;
    __syncthreads();
  }
  o[blockIdx.x * 256 + t] = s[from][t];
}
