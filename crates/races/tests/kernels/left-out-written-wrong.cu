// wrong:Race --blockDim=64 --gridDim=1
// The array that the loop reads is written behind it.
__global__ void k(int *a) {
  int sum = 0;
  for (int i = 0; i < 64; ++i) sum += a[i];
  a[threadIdx.x] = sum;
}
