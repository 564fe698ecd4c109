// verified: both parameters point to the same memory, and each thread stays with its own element
// options: --kernel scale

__global__ void scale(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 2 * in[i];
}

void run(float *d, int n) {
  scale<<<(n + 255) / 256, 256>>>(d, d, n);
}
