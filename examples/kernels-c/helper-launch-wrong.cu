// violates K310: one call of the helper passes one pointer twice
// options: --kernel shift

__global__ void shift(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n - 1) out[i] = in[i + 1];
}

void run(float *out, const float *in, int n) {
  shift<<<(n + 255) / 256, 256>>>(out, in, n);
}

void twice(float *d, float *e, int n) {
  run(d, e, n);
  run(d, d, n);
}
