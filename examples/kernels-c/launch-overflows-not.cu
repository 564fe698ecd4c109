// verified: where the sum overflows is undefined, and the launches pass numbers with which it does not
// options: --kernel first

__global__ void first(int *out, int n) {
  int next = n + 1;
  if (next < n) out[0] = threadIdx.x;
}

void run(int *out, int n) {
  first<<<1, 64>>>(out, 5);
  first<<<1, 64>>>(out, n);
}
