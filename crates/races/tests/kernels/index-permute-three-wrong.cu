// wrong:Race --blockDim=* --gridDim=*
// The radix of `x` is that of `y`.
__global__ void k(float *o, const float *a, int p, int q, int r) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (q <= 0 || r <= 0 || i >= p * q * r) return;
  int x = i / (q * r), y = i / r % q, z = i % r;
  o[(z * q + x) * q + y] = a[i];
}
