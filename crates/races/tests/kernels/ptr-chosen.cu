// verified --blockDim=64 --gridDim=2
__global__ void k(float *A, float *B, int c) {
  float *p = c ? A : B;
  p[blockIdx.x * blockDim.x + threadIdx.x] = 1.0f;
}
