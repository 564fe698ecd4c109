// Rows of a table that a token chooses: one thread an element against one block a row.
//:: exact: both 3 8, t=3, d=8
__global__ void old(const int *tok, const float *w, float *y, int t, int d) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < t * d) y[i] = w[tok[i / d] * d + i % d];
}
__global__ void fresh(const int *tok, const float *w, float *y, int t, int d) {
  const float *row = w + (size_t)tok[blockIdx.x] * d;
  for (int c = threadIdx.x; c < d; c += blockDim.x) y[blockIdx.x * d + c] = row[c];
}
