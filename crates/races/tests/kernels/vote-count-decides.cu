// verified --blockDim=128 --gridDim=[*]
__global__ void k(int *x) {
  __shared__ int s[128];
  int v = x[blockIdx.x * 128 + threadIdx.x];
  if (__syncthreads_count(v > 0) > 3) {
    s[threadIdx.x] = v;
    __syncthreads();
    x[blockIdx.x * 128 + threadIdx.x] = s[127 - threadIdx.x];
  }
}
