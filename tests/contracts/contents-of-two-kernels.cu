// verified: sorted(row) && sorted(row)
// Parameters of two kernels have one name.
__global__ void number(int *out, const int *row, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) for (int j = row[i]; j < row[i + 1]; j++) out[j] = i;
}
__global__ void scale(float *out, const int *row, float by) {
  for (int j = row[blockIdx.x] + threadIdx.x; j < row[blockIdx.x + 1]; j += blockDim.x) out[j] *= by;
}
