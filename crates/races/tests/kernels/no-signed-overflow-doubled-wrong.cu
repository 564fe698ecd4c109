// wrong:Race --blockDim=64 --gridDim=1 --no-signed-overflow
// The program itself doubles beyond the type: it does in every launch, whatever is assumed.
__global__ void k(int *out, int n) {
  int x = 1;
  for (int i = 0; i < 40; i++) x = x + x;
  if (x == 0) out[0] = threadIdx.x;
}
