// wrong:Race --blockDim=64 --gridDim=2
__global__ void k(float *A, float *B, float *C, int which) {
  float *all[3] = { A, B, C };
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (which >= 0 && which < 3) all[which][i / 2] = 1.0f;
}
