// wrong:a --blockDim=64 --gridDim=*
// Whether the sum wraps round is what the program asks.
__global__ void k(int *a, size_t n) {
  if (n + threadIdx.x < n) a[0] = threadIdx.x;
}
