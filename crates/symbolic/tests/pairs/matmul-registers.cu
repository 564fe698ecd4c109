// Each thread computes two by two elements in registers.
//:: exact: old 1 4x4, new 1 2x2, n=4
__global__ void old(const float *a, const float *b, float *c, int n) {
  int i = threadIdx.y, j = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; k++) sum += a[i * n + k] * b[k * n + j];
  c[i * n + j] = sum;
}
__global__ void fresh(const float *a, const float *b, float *c, int n) {
  float acc[2][2] = {{0, 0}, {0, 0}};
  int i = threadIdx.y * 2, j = threadIdx.x * 2;
  for (int k = 0; k < n; k++) {
    float p[2], q[2];
    for (int u = 0; u < 2; u++) { p[u] = a[(i + u) * n + k]; q[u] = b[k * n + j + u]; }
    for (int u = 0; u < 2; u++) for (int v = 0; v < 2; v++) acc[u][v] += p[u] * q[v];
  }
  for (int u = 0; u < 2; u++) for (int v = 0; v < 2; v++) c[(i + u) * n + j + v] = acc[u][v];
}
