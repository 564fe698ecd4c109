// verified --blockDim=32 --gridDim=1 --warp-sync=32
// Threads that end leave the others together.
__global__ void early(int *a, int n) {
  int t = threadIdx.x;
  if (t >= n)
    return;
  a[t] = a[n - 1 - t];
}
