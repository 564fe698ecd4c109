// wrong:Race --blockDim=64 --gridDim=1
// The array that the loop reads is written behind it, by an address that may be in another one.
__global__ void k(int *a, int *b, int c) {
  int sum = 0;
  for (int i = 0; i < 64; ++i) sum += a[i];
  int *to = b;
  if (c) to = a;
  to[threadIdx.x] = sum;
}
