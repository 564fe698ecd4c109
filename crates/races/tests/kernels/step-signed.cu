// verified --blockDim=64 --gridDim=1 --no-signed-overflow
__global__ void k(int *out, int n) {
  int i = n;
  i++;
  if (i < n) out[0] = threadIdx.x;
}
