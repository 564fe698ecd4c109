// wrong
// with: --covers out:n
// The threads of a block write what others wrote before a barrier.
__global__ void k(float *out, int n) {
  int t = threadIdx.x;
  int i = blockIdx.x * blockDim.x + t;
  int j = blockIdx.x * blockDim.x + (blockDim.x - 1 - t);
  if (i < n) out[i] = 1.0f;
  __syncthreads();
  if (j < n) out[j] = 2.0f;
}
