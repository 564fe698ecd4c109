// wrong:Race --blockDim=* --gridDim=*
// Two rows may begin at one place.
__global__ void k(float *v, const int *first, const float *scale, int rows) {
  for (int r = blockIdx.x; r < rows; r += gridDim.x)
    for (int j = threadIdx.x; j < 64; j += blockDim.x) v[first[r] * 64 + j] *= scale[first[r]];
}
