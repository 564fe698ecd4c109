// verified --blockDim=64 --gridDim=2
struct Tile { float a[64]; int count; };
__global__ void k(float *in) {
  __shared__ Tile t;
  Tile *p = &t;
  p->a[threadIdx.x] = in[blockIdx.x * 64 + threadIdx.x];
  if (threadIdx.x == 0) p->count = 64;
  __syncthreads();
  in[blockIdx.x * 64 + threadIdx.x] = p->a[63 - threadIdx.x] * p->count;
}
