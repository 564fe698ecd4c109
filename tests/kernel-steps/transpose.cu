// A tile with a column of padding, which no thread reads.
//:: --linearize tile:row --block 4,4 --grid 2,2 --sizes n=8
//:: --linearize tile:col --block 4,4 --grid 2,2 --sizes n=8
//:: --linearize tile:row:4,4
//:: --linearize other:row
#define N 4

//@ requires blockDim.x == 4 && blockDim.y == 4 && n == 4 * gridDim.x && n == 4 * gridDim.y;
__global__ void transpose(const float *in, float *out, int n) {
  __shared__ float tile[N][N + 1];  // one column more against bank conflicts
  int x = blockIdx.x * N + threadIdx.x;
  int y = blockIdx.y * N + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = in[y * n + x];
  __syncthreads();
  x = blockIdx.y * N + threadIdx.x;
  y = blockIdx.x * N + threadIdx.y;
  out[y * n + x] = tile[threadIdx.x][threadIdx.y];
}
