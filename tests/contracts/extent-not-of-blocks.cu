// verified: n <= 256
// What the loop counts to is bounded by the extent, so that this says nothing of blocks.
__global__ void sum(float *out, const float *in, int n) {
  __shared__ float row[256];
  for (int i = threadIdx.x; i < n; i += blockDim.x) row[i] = in[i];
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) atomicAdd(out, row[n - 1 - i]);
}
