// verified --blockDim=* --gridDim=*
__global__ void k(float *a, int s, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (s < 0 || s > 20) return;
  int half = 1 << s, i = ((t >> s) << (s + 1)) | (t & (half - 1));
  if (i + half >= n) return;
  float x = a[i], y = a[i + half];
  a[i] = x + y, a[i + half] = x - y;
}
