// violates K310: both pointers in the struct are one
// options: --kernel shift

struct Pair {
  float *out;
  const float *in;
};

__global__ void shift(Pair pair, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n - 1) pair.out[i] = pair.in[i + 1];
}

void run(float *d, int n) {
  Pair pair = {d, d};
  shift<<<(n + 255) / 256, 256>>>(pair, n);
}
