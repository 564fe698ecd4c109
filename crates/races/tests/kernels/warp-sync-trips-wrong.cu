// wrong:Race --blockDim=32 --gridDim=1 --warp-sync=32
// A thread that goes on in the loop is not ordered with one that has left it and waits behind a
// branch of its own.
__global__ void trips(int *a) {
  int t = threadIdx.x;
  if (t < 16) {
    for (int i = 0; i <= t; i++)
      a[i] = t;
  } else {
    a[t - 16] = 1;
  }
}
