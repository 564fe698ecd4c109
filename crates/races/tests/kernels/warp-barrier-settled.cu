// verified --blockDim=64 --gridDim=1
// Behind a barrier of the block all threads see the same again, whatever barriers of warps came before.
__global__ void k(int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = 1;
  __syncwarp();
  __syncthreads();
  int seen = s[0];
  __syncthreads();
  if (seen > 3) __syncthreads();
  for (int i = 0; i < 10; i++) {
    s[t] = i;
    __syncwarp();
    __syncthreads();
    int now = s[0];
    __syncthreads();
    if (now > 3) out[t] = now;
    else if (t == 0) out[0] = now;
  }
}
