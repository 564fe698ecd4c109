// verified --blockDim=[*] --gridDim=[*]
// What is only added up decides nothing, nor where it is read.
__global__ void k(const float *a, const int *rows, float *out, int n, unsigned long long seed) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned long long x = seed, steps = i;
  while (steps > 0) {
    if (steps & 1) x = x * 2862933555777941757ULL + 3037000493ULL;
    steps >>= 1;
  }
  float sum = (float)(x % 1000);
  for (int j = 0; j < n; ++j)
    for (int q = 0; q < n; ++q)
      if (a[j * n + q] > 0) sum += a[rows[q] * n + j % (q + 1)] * sum;
  out[i] = sum;
}
