// read: tiled<float, 16>, tiled<double, 8>
// A product of matrices by tiles; instances from launches.
template <typename T, int TILE>
__global__ void tiled(const T *a, const T *b, T *c, int n) {
  __shared__ T as[TILE][TILE + 1], bs[TILE][TILE + 1];
  const int row = blockIdx.y * TILE + threadIdx.y;
  const int column = blockIdx.x * TILE + threadIdx.x;
  T sum = T(0);
  for (int t = 0; t < (n + TILE - 1) / TILE; ++t) {
    as[threadIdx.y][threadIdx.x] = row < n && t * TILE + threadIdx.x < n ? a[row * n + t * TILE + threadIdx.x] : T(0);
    bs[threadIdx.y][threadIdx.x] = column < n ? b[(t * TILE + threadIdx.y) * n + column] : T(0);
    __syncthreads();
#pragma unroll
    for (int k = 0; k < TILE; ++k) sum += as[threadIdx.y][k] * bs[k][threadIdx.x];
    __syncthreads();
  }
  if (row < n && column < n) c[row * n + column] = sum;
}

void launch(float *a, float *b, float *c, double *d, int n) {
  dim3 block(16, 16), grid((n + 15) / 16, (n + 15) / 16);
  tiled<float, 16><<<grid, block>>>(a, b, c, n);
  tiled<double, 8><<<dim3(n / 8, n / 8), dim3(8, 8)>>>(d, d, d, n);
}
