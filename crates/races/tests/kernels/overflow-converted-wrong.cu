// wrong:Race --blockDim=64 --gridDim=1
// The thread by way of a float: the product overflows for some threads of every launch.
__global__ void k(int *out, int n) {
  int d = (int)(float)threadIdx.x;
  int e = d * 100000000;
  if (e / 100000000 != d) out[0] = threadIdx.x;
}
