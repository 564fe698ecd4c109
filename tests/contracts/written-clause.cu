// verified: n % 64 == 0 && blockDim.x == 64
// A contract that is written before the kernel: of several lines, and for this kernel alone.
/*@ requires n % 64 == 0 &&
  @   blockDim.x == 64; @*/
__global__ void turned(int *out, const int *in, int n) {
  __shared__ int kept[64];
  kept[threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x];
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = kept[63 - threadIdx.x];
}
