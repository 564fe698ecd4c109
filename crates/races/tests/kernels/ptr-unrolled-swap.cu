// verified --blockDim=64 --gridDim=1
__global__ void k(float *A, float *B, int n) {
  float *from = A, *to = B;
  for (int s = 0; s < n; s += 2) {
    to[threadIdx.x] = from[63 - threadIdx.x];
    __syncthreads();
    from[threadIdx.x] = to[63 - threadIdx.x];
    __syncthreads();
  }
}
