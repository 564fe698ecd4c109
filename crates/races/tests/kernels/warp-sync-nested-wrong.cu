// wrong:Race --blockDim=32 --gridDim=1 --warp-sync=32
// Threads with an even and an odd number read and write in different branches.
__global__ void nested(int *a, int n, int m) {
  int t = threadIdx.x;
  for (int i = 0; i < n; i++)
    for (int j = i; j < m; j++) {
      if (((j + t) & 1) == 0)
        a[t] = j;
      else
        a[t + 64] = a[(t + 1) & 31];
    }
}
