// verified --blockDim=64 --gridDim=1
// Of the candidates about d and e some hold and some do not; they are asked together, and what holds is kept.
__global__ void k(const float *x, float *out) {
  __shared__ float tile[64];
  float sum = 0;
  tile[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  for (int d = 32, e = 1; d > 0; d /= 2, e *= 2) {
    sum += x[e];
    if (threadIdx.x < d) tile[threadIdx.x] += tile[threadIdx.x + d];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[0] = tile[0] + sum;
}
