// verified --blockDim=[16,16] --gridDim=[*]
// Where arrays are read that nobody writes decides nothing, but into which array a pointer is does.
__global__ void k(const float *A, const float *B, float *C, int M, int N, int K) {
  __shared__ float s[16][16], t[16][17];
  const float *p = A;
  int row = blockIdx.x * 16 + threadIdx.y;
  float sum = 0;
  for (int i = 0; i < (K + 15) / 16; ++i) {
    s[threadIdx.y][threadIdx.x] = A[row * K + i * 16 + threadIdx.x] + *p;
    t[threadIdx.y][threadIdx.x] = B[(i * 16 + threadIdx.y) * N];
    p += K * N;
    __syncthreads();
    for (int j = 0; j < 16; ++j) sum += s[threadIdx.y][j] * t[j][threadIdx.x];
    __syncthreads();
  }
  if (blockIdx.x < 1024u) C[blockIdx.x * 256 + threadIdx.y * 16 + threadIdx.x] = sum;
}
