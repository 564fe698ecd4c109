// verified --blockDim=64 --gridDim=2
struct Bufs { float *b[4]; };
__global__ void k(Bufs p) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  #pragma unroll
  for (int s = 0; s < 4; ++s) p.b[s][i] = 0.0f;
}
