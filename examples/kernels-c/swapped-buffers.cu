// verified: after an exchange two pointers are still two
// options: --kernel shift

__global__ void shift(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n - 1) out[i] = in[i + 1];
}

#include <utility>

void run(float *d, float *e, int n) {
  for (int step = 0; step < 10; step++) {
    shift<<<(n + 255) / 256, 256>>>(d, e, n);
    std::swap(d, e);
  }
}
