// wrong:Race --blockDim=* --gridDim=*
// Groups are half as long as they are.
__global__ void k(float *a, int half, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (half <= 0) return;
  int i = t / half * half + t % half;
  if (i + half >= n) return;
  float x = a[i], y = a[i + half];
  a[i] = x + y, a[i + half] = x - y;
}
