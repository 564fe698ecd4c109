// violates K310: the launch passes one pointer twice, so a thread reads what its neighbour writes
// options: --kernel shift

__global__ void shift(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n - 1) out[i] = in[i + 1];
}

void run(float *d, float *e, int n) {
  shift<<<(n + 255) / 256, 256>>>(d, e, n);
  shift<<<(n + 255) / 256, 256>>>((float *)d, d, n);
}
