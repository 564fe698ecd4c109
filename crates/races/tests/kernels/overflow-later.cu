// verified:Fits --blockDim=64 --gridDim=1
// Only from the second iteration on is the sum computed.
__global__ void k(int *out, int m) {
  for (int i = 0; i < m; i++)
    if (i > 0) out[(int)threadIdx.x * m + i] = i;
}
