// wrong:Race --blockDim=64 --gridDim=1
// Behind a barrier of its warp a thread sees what the others of the warp wrote since the barrier of
// the block: the two loads may differ.
__global__ void k(int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = 0;
  __syncthreads();
  int before = s[t];
  __syncwarp();
  s[t ^ 1] = 1;
  __syncwarp();
  int after = s[t];
  if (before != after) out[0] = t;
}
