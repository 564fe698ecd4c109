// unknown --blockDim=64 --gridDim=1
// The mask that lies in shared memory names one lane, and all call.
__global__ void k(int *out) {
  __shared__ unsigned mask;
  int t = threadIdx.x;
  if (t == 0) mask = 1;
  __syncthreads();
  out[t] = __shfl_sync(mask, t, 0);
}
