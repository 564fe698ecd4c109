// violates K310: the copy is the pointer that the launch passes as well
// options: --kernel shift

__global__ void shift(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n - 1) out[i] = in[i + 1];
}

void run(float *d, int n) {
  float *in = d;
  shift<<<(n + 255) / 256, 256>>>(d, in, n);
}
