// verified --blockDim=64 --gridDim=1
__global__ void k(float *A, float *B, int n) {
  bool flip = false;
  for (int s = 0; s < n; ++s) {
    float *from = flip ? B : A, *to = flip ? A : B;
    to[threadIdx.x] = from[63 - threadIdx.x];
    __syncthreads();
    flip = !flip;
  }
}
