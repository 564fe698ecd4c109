// violates K310: what is meant to be an exchange leaves both pointers the same
// options: --kernel shift

__global__ void shift(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n - 1) out[i] = in[i + 1];
}

void run(float *d, float *e, int n) {
  for (int step = 0; step < 10; step++) {
    shift<<<(n + 255) / 256, 256>>>(d, e, n);
    d = e;
    e = d;
  }
}
