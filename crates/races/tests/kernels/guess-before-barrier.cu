// verified --blockDim=* --gridDim=*
__global__ void k(int *out) {
  __shared__ int s;
  if (threadIdx.x == 0) s = 0;
  __syncthreads();
  int v = s;
  int w = s;
  __syncthreads();
  atomicCAS(&s, v, 1);
  out[blockIdx.x * blockDim.x + threadIdx.x] = v + w;
}
