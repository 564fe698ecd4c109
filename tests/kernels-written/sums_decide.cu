// What a loop sums up decides something behind it: that the sum fits is shown by a launch that is executed.

// Right: the tile is read between two barriers, whatever the sum is.
__global__ void counted(const int n, const int *x, int *out) {
  __shared__ int tile[256];
  int count = 0;
  for (int row = blockIdx.x; row < n; row += gridDim.x) {
    int sum = 0;
    tile[threadIdx.x] = x[row];
    __syncthreads();
    if (threadIdx.x < 2)
      for (int i = 0; i < 256; ++i) sum += tile[i];
    if (sum <= 4) count++;
    __syncthreads();
  }
  if (threadIdx.x == 0) atomicAdd(out, count);
}

// Wrong: the next row is written while the tile is still read.
__global__ void counted_soon(const int n, const int *x, int *out) {
  __shared__ int tile[256];
  int count = 0;
  for (int row = blockIdx.x; row < n; row += gridDim.x) {
    int sum = 0;
    tile[threadIdx.x] = x[row];
    __syncthreads();
    if (threadIdx.x < 2)
      for (int i = 0; i < 256; ++i) sum += tile[i];
    if (sum <= 4) count++;
  }
  if (threadIdx.x == 0) atomicAdd(out, count);
}

// Not verified: where a thread comes to the sum, it fits in no launch.
__global__ void never_fits(const int n, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (n > 0) {
    int j = n + 0x7fffffff;
    out[i / 2] = j;
  }
}
