// verified --blockDim=32 --gridDim=1 --warp-sync=32
// Thread 31 makes all iterations that others make, and reads what they wrote there.
__global__ void trips(int *a) {
  int t = threadIdx.x;
  int sum = 0;
  for (int i = 0; i <= t; i++) {
    a[t] = i;
    if (t == 31)
      sum += a[i];
  }
}
