// verified: the copy is one of another pointer
// options: --kernel shift

__global__ void shift(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n - 1) out[i] = in[i + 1];
}

void run(float *d, float *e, int n) {
  float *in = e;
  shift<<<(n + 255) / 256, 256>>>(d, in, n);
}
