// unknown --blockDim=64 --gridDim=1 --find-bugs=2
// Threads that would iterate further are left out of what is looked at; they part from nobody.
__global__ void k(int *a, int n) {
  __shared__ int s[64];
  int i = threadIdx.x;
  s[i] = i;
  for (int m = i; m > n; m--) {
    for (int j = 0; j < m; j++) s[i] += j;
  }
  __syncthreads();
  a[i] = s[63 - i];
}
