// wrong:Race --blockDim=64 --gridDim=2
__global__ void k(float *A, float *B, int c) {
  float *p = threadIdx.x & 1 ? A : B;
  p[(blockIdx.x * blockDim.x + threadIdx.x) / 4] = 1.0f;
}
