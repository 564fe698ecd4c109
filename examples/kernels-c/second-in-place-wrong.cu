// violates K310: the second kernel of the file gets one pointer twice
// options: --kernel shift

__global__ void clear(float *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) p[i] = 0;
}

__global__ void shift(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n - 1) out[i] = in[i + 1];
}

void run(float *d, int n) {
  clear<<<(n + 255) / 256, 256>>>(d, n);
  shift<<<(n + 255) / 256, 256>>>(d, d, n);
}
