// wrong:Race --blockDim=64 --gridDim=1
// What is exchanged is fixed by the program: the sum overflows in every launch.
__global__ void k(int *out, int n) {
  int d = __shfl_sync(0xffffffff, 2147483647, 0);
  int e = d + 1;
  if (e < d) out[0] = threadIdx.x;
}
