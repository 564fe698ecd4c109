// verified --blockDim=[16,16] --gridDim=1
__global__ void k(float *p, int w, int m) {
  int x = threadIdx.x, y = threadIdx.y, n = 0;
  if (x < w) {
    for (int i = 0; i < m; i++) n += i;
    p[y * w + x] = n;
  }
}
