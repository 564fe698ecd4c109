// unknown --blockDim=64 --gridDim=1
// What decides beside the lane is what the program wrote.
__global__ void k(int *out) {
  __shared__ int s;
  int t = threadIdx.x, v = t;
  if (t == 0) s = 5;
  __syncthreads();
  if (s > 3 && t % 32 < 16) v = __shfl_sync(0xffffffffu, v, 0);
  out[t] = v;
}
