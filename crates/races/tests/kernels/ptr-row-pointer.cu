// verified --blockDim=[32,8] --gridDim=1
__global__ void k(const float *in, float *out) {
  __shared__ float tile[32][33];
  float (*rows)[33] = tile;
  for (int j = threadIdx.y; j < 32; j += 8) rows[j][threadIdx.x] = in[j * 32 + threadIdx.x];
  __syncthreads();
  for (int j = threadIdx.y; j < 32; j += 8) out[j * 32 + threadIdx.x] = tile[threadIdx.x][j];
}
