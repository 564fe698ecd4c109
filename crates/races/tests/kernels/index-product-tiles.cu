// verified --blockDim=[16,16] --gridDim=[*,*]
__global__ void k(float *c, const float *a, const float *b, int n) {
  __shared__ float s[16][16], t[16][16];
  int tx = threadIdx.x, ty = threadIdx.y, j = blockIdx.x * 16 + tx, i = blockIdx.y * 16 + ty;
  float sum = 0;
  for (int m = 0; m < n; m += 16) {
    s[ty][tx] = i < n && m + tx < n ? a[i * n + m + tx] : 0;
    t[ty][tx] = m + ty < n && j < n ? b[(m + ty) * n + j] : 0;
    __syncthreads();
    for (int e = 0; e < 16; ++e) sum += s[ty][e] * t[e][tx];
    __syncthreads();
  }
  if (i < n && j < n) c[i * n + j] = sum;
}
