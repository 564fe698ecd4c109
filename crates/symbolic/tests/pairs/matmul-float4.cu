// A product with tiles that vectors of four fill, four rows and columns a thread.
//:: exact: old 1 16x16, new 1 4x4, n=16
__global__ void old(const float *a, const float *b, float *c, int n) {
  int r = threadIdx.y, q = threadIdx.x;
  float s = 0;
  for (int i = 0; i < n; i++) s += a[r * n + i] * b[i * n + q];
  c[r * n + q] = s;
}
#define M 16
#define K 4
__global__ void fresh(const float *a, const float *b, float *c, int n) {
  __shared__ float as[K][M];
  __shared__ float bs[K][M];
  float acc[4][4] = {};
  int t = threadIdx.y * 4 + threadIdx.x;
  for (int k = 0; k < n; k += K) {
    float4 v = *reinterpret_cast<const float4 *>(&a[t * n + k]);
    as[0][t] = v.x; as[1][t] = v.y; as[2][t] = v.z; as[3][t] = v.w;
    int br = t / 4, bc = t % 4 * 4;
    *reinterpret_cast<float4 *>(&bs[br][bc]) = *reinterpret_cast<const float4 *>(&b[(k + br) * n + bc]);
    __syncthreads();
    for (int e = 0; e < K; e++)
      for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) acc[i][j] += as[e][threadIdx.y * 4 + i] * bs[e][threadIdx.x * 4 + j];
    __syncthreads();
  }
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++) c[(threadIdx.y * 4 + i) * n + threadIdx.x * 4 + j] = acc[i][j];
}
