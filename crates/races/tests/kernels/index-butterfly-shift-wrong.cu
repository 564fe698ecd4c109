// wrong:Race --blockDim=* --gridDim=*
// Groups are half as long as they are.
__global__ void k(float *a, int s, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (s < 0 || s > 20) return;
  int half = 1 << s, i = ((t >> s) << s) | (t & (half - 1));
  if (i + half >= n) return;
  float x = a[i], y = a[i + half];
  a[i] = x + y, a[i + half] = x - y;
}
