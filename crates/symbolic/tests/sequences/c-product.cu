//:old mm
//:new tiled 2x2 4x4
//:: exact: n=8
//:: exact: n=7
__global__ void tiled(const float *a, const float *b, float *c, int n) {
  __shared__ float s[4][4], t[4][4];
  int x = threadIdx.x, y = threadIdx.y, i = blockIdx.y * 4 + y, j = blockIdx.x * 4 + x;
  float sum = 0;
  for (int m = 0; m < n; m += 4) {
    s[y][x] = i < n && m + x < n ? a[i * n + m + x] : 0.0f;
    t[y][x] = m + y < n && j < n ? b[(m + y) * n + j] : 0.0f;
    __syncthreads();
    for (int k = 0; k < 4 && m + k < n; k++) sum += s[y][k] * t[k][x];
    __syncthreads();
  }
  if (i < n && j < n) c[i * n + j] = sum;
}
