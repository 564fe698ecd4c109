// wrong:Race --blockDim=64 --gridDim=1
__global__ void k(float *A, float *B, int n) {
  float *from = A, *to = B;
  int i = threadIdx.x;
  for (int s = 0; s < n; ++s) {
    to[i] = from[(i + 1) % 64] + from[i];
    __syncthreads();
    from = to;
  }
}
