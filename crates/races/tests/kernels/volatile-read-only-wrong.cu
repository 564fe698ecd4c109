// wrong:Race --blockDim=64 --gridDim=1
// Others than this kernel may write what is volatile, between two loads.
__global__ void k(volatile int *flag, int *out) {
  int a = *flag;
  int b = *flag;
  if (a != b) out[0] = threadIdx.x;
}
