// verified --blockDim=* --gridDim=*
__global__ void k(float *a, int half, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (half <= 0) return;
  int i = t / half * (2 * half) + t % half;
  if (i + half >= n) return;
  float x = a[i], y = a[i + half];
  a[i] = x + y, a[i + half] = x - y;
}
