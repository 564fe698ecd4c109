// unchecked: one of two launches passes zero, by which the kernel divides
// options: --kernel parts

__global__ void parts(int *out, int n, int m) {
  int part = m / n;
  if (n == 0) out[part & 1] = threadIdx.x;
}

void run(int *out) {
  parts<<<1, 64>>>(out, 3, 7);
  parts<<<1, 64>>>(out, 0, 7);
}
