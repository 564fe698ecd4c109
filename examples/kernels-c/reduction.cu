// verified: a tree reduction with a barrier in every round
// options: --block 64 --grid *

__global__ void sum(const int *in, int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = in[blockIdx.x * 64 + threadIdx.x];
  __syncthreads();
  if (threadIdx.x < 32) s[threadIdx.x] += s[threadIdx.x + 32];
  __syncthreads();
  if (threadIdx.x < 16) s[threadIdx.x] += s[threadIdx.x + 16];
  __syncthreads();
  if (threadIdx.x == 0) {
    int all = 0;
    for (int i = 0; i < 16; i++) all += s[i];
    out[blockIdx.x] = all;
  }
}
