// wrong:Bounds --blockDim=64 --gridDim=1
// d rises; that it falls is a candidate that must not stay because others of the same question hold.
__global__ void k(const float *x, float *out, int n) {
  __shared__ float tile[64];
  float sum = 0;
  tile[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  for (int d = 32, e = 1; d < n; d *= 2, e *= 2) {
    sum += x[e];
    if (threadIdx.x < d) tile[threadIdx.x] += tile[threadIdx.x + d];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[0] = tile[0] + sum;
}
