// A matrix product in tiles: the inner loop runs over a number that a macro names.
//:: --unroll 4@k --block 4,4 --grid 2,2 --sizes n=8
//:: --unroll all@k --block 4,4 --grid 2,2 --sizes n=8
//:: --merge 2@k --block 4,4 --grid 2,2 --sizes n=8
#define TILE 4

//@ requires blockDim.x == 4 && blockDim.y == 4 && n == 4 * gridDim.x && n == 4 * gridDim.y;
__global__ void product(const float *a, const float *b, float *c, int n) {
  __shared__ float as[TILE][TILE];
  __shared__ float bs[TILE][TILE];
  int row = blockIdx.y * TILE + threadIdx.y;
  int col = blockIdx.x * TILE + threadIdx.x;
  float sum = 0;
  for (int t = 0; t < n / TILE; t++) {
    as[threadIdx.y][threadIdx.x] = a[row * n + t * TILE + threadIdx.x];
    bs[threadIdx.y][threadIdx.x] = b[(t * TILE + threadIdx.y) * n + col];
    __syncthreads();
    for (int k = 0; k < TILE; k++) {
      sum += as[threadIdx.y][k] * bs[k][threadIdx.x];  // one product
    }
    __syncthreads();
  }
  c[row * n + col] = sum;
}
