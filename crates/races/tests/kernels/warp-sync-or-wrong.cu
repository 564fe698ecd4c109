// wrong:Race --blockDim=32 --gridDim=1 --warp-sync=32
// The load in the condition stands in a branch of its own: what follows is reached on two ways.
__global__ void either(int *a, int *b) {
  int t = threadIdx.x;
  if (t < 8 || b[t])
    a[t] = a[31 - t];
}
