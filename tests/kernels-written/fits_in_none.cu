// What is taken to fit has to fit in some launch, whatever the order of threads.

// Wrong: the product of two numbers below zero wraps round wherever a thread comes by, and threads meet at two elements.
__global__ void below_zero(int *a, int n) {
  if (n < 0 || n > 7 || blockIdx.x > 100) return;
  int s = -1048576 - n;
  a[(blockIdx.x + s) * s & 1] = 1;
}

// Not verified: the number fits only where blocks draw their tickets in order.
__global__ void tickets(int *a, unsigned *counter, int n) {
  __shared__ int last;
  if (threadIdx.x == 0) last = (int)atomicAdd(counter, 1u);
  __syncthreads();
  int b = last;
  if (b < 0 || b > 1 || blockIdx.x > 1) return;
  int z = (b - (int)blockIdx.x) * 2 * 1500000000;
  if (gridDim.x > 1 && threadIdx.x == 0) a[b + blockIdx.x + (z & 1)] = n;
}
