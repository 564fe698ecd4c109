// wrong:Race --blockDim=[32] --gridDim=[1]
// Whoever comes out of the loop has computed the product that overflows.
__global__ void k(int *a, const int *b) {
  int x = 1;
  for (int i = 0; i < 4; i++) { if (b[i] == 77) return; x *= 1000; }
  if (x != 5) a[0] = threadIdx.x;
}
