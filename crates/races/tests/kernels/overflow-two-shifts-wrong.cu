// wrong:Race --blockDim=64 --gridDim=1
// Each shift fits in some launch, both in none.
__global__ void k(int n, int *s) {
  int t = threadIdx.x;
  int a = t == 0 ? 1 << n : 0;
  int b = t == 1 ? 1 << (63 - n) : 0;
  if (t < 2) s[(a + b) == 0 ? t : 5] = t;
}
