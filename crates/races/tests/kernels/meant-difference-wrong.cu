// wrong:Bounds --blockDim=[64] --gridDim=[1]
// What goes below zero is never excused: the first threads read far behind the array.
__global__ void k(int *out, int by) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (by > 0) out[threadIdx.x] = s[threadIdx.x - by];
}
