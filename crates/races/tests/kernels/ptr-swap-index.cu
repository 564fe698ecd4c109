// verified --blockDim=64 --gridDim=1
__global__ void k(float *A, float *B, int n) {
  float *p[2] = { A, B };
  for (int s = 0; s < n; ++s) {
    p[(s + 1) & 1][threadIdx.x] = p[s & 1][63 - threadIdx.x];
    __syncthreads();
  }
}
