// verified --blockDim=64 --gridDim=1
// Each interval between barriers has other columns of its own.
__global__ void k(int *a) {
  __shared__ int s[64];
  unsigned t = threadIdx.x;
  s[t] = 0; __syncthreads(); int b = s[(t + 1) % 64]; __syncthreads();
  s[t] = b; __syncthreads(); b = s[(t + 2) % 64]; __syncthreads();
  s[t] = b; __syncthreads(); b = s[(t + 3) % 64]; __syncthreads();
  s[t] = b; __syncthreads(); b = s[(t + 4) % 64]; __syncthreads();
  s[t] = b; a[t] = s[t];
}
