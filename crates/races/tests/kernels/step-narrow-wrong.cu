// wrong:Race --blockDim=64 --gridDim=1 --no-signed-overflow
// C steps what is narrower than `int` as an `int` and converts it back, so that it wraps round.
__global__ void k(int *out, signed char n) {
  signed char i = n;
  ++i;
  if (n == 127) out[0] = threadIdx.x;
}
