// unknown --blockDim=64 --gridDim=1
// How often the inner loop runs is fixed by the program: every launch shifts by 32 bits and more, whatever lies in memory. What the solver finds needs more effort to be confirmed.
__global__ void k(unsigned *r) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (r[0] % 3u == 5u) return;
  for (int i = 0; i < 40; i++) {
    int j = 0;
    while (j < i) j++;
    int x = 1 << j;
    if (i > 34) s[x & 31] = t;
  }
}
