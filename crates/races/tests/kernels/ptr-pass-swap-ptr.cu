// verified --blockDim=64 --gridDim=1
__device__ void step(const float *from, float *to) { to[threadIdx.x] = from[63 - threadIdx.x]; }
__global__ void k(float *A, float *B, int n) {
  float *p[2] = { A, B };
  for (int s = 0; s < n; ++s) {
    step(p[0], p[1]);
    __syncthreads();
    float *t = p[0]; p[0] = p[1]; p[1] = t;
  }
}
