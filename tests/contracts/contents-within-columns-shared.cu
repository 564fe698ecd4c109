// wrong: blockDim.x == 64 && blockDim.y == 1 && blockDim.z == 1
// The same with the columns of the next threads, too.
__global__ void count(int *bins, const int *bin, int n) {
  __shared__ int own[32][64];
  for (int b = 0; b < 32; b++) own[b][threadIdx.x] = 0;
  for (int i = blockIdx.x * 64 + threadIdx.x; i < n; i += gridDim.x * 64) own[bin[i]][threadIdx.x & 62]++;
  __syncthreads();
  if (threadIdx.x < 32) {
    int sum = 0;
    for (int j = 0; j < 64; j++) sum += own[threadIdx.x][j];
    atomicAdd(&bins[threadIdx.x], sum);
  }
}
