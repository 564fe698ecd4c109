// verified --blockDim=64 --gridDim=1
__global__ void k(float *A, float *B, const int *flag, int n) {
  float *from = A, *to = B;
  for (int s = 0; s < n; ++s) {
    to[threadIdx.x] = from[63 - threadIdx.x];
    __syncthreads();
    if (flag[s]) { float *t = from; from = to; to = t; }
    __syncthreads();
  }
}
