// verified --blockDim=* --gridDim=*
__global__ void k(float *v, const int *first, const float *scale, int rows) {
  for (int r = blockIdx.x; r < rows; r += gridDim.x)
    for (int j = threadIdx.x; j < 64; j += blockDim.x) v[r * 64 + j] *= scale[first[r]];
}
