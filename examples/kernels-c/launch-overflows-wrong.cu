// violates K310: the launch passes a number with which the sum overflows, and then all threads write one element
// options: --kernel first

__global__ void first(int *out, int n) {
  int next = n + 1;
  if (next < n) out[0] = threadIdx.x;
}

void run(int *out) {
  first<<<1, 64>>>(out, 2147483647);
}
