// verified --blockDim=32 --gridDim=1 --warp-sync=32
// In each pair of iterations all threads read, then all write.
__global__ void nested(int *a, int n, int m) {
  int t = threadIdx.x;
  for (int i = 0; i < n; i++)
    for (int j = i; j < m; j++)
      if (j != 3)
        a[t] = a[(t + j) & 31];
}
