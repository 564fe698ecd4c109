// verified --blockDim=64 --gridDim=2
__device__ void pick(float *A, float *B, int c, float **p) { if (c) *p = A; else *p = B; }
__global__ void k(float *A, float *B, int c) {
  float *p; pick(A, B, c, &p);
  p[blockIdx.x * blockDim.x + threadIdx.x] = 1.0f;
}
