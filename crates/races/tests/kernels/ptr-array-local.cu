// verified --blockDim=64 --gridDim=2
__global__ void k(float *A, float *B, float *C, int which) {
  float *all[3] = { A, B, C };
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int s = 0; s < 3; ++s) all[s][i] = 1.0f;
}
