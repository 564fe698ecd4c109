// unchecked: the second launch passes a number with which only some lanes come to the exchange
// options: --kernel first

__global__ void first(int *out, int n) {
  int value = 0, i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x % 32 < 8 || n > 0) value = __shfl_sync(0xffffffffu, 1, 0);
  out[i] = value;
}

void run(int *out) {
  first<<<1, 64>>>(out, 1);
  first<<<2, 64>>>(out, -1);
}
