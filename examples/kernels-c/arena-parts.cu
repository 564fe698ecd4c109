// verified: parts of one memory that begin so many elements after each other; that they do not overlap is listed
// options: --kernel shift

__global__ void shift(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n - 1) out[i] = in[i + 1];
}

void run(float *arena, int n, int m) {
  shift<<<(n + 255) / 256, 256>>>(arena, arena + m, n);
}
