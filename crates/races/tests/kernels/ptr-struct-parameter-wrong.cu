// wrong:Race --blockDim=64 --gridDim=2
struct Params { float *data; int n; };
__global__ void k(Params p) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < p.n) p.data[i] = p.data[0];
}
