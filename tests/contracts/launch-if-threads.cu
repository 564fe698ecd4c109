// verified: blockDim.x == 256 && blockDim.y == 1 && blockDim.z == 1
// The caller decides how many threads there are.
__global__ void reversed(int *out, const int *in) {
  __shared__ int kept[256];
  kept[threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x];
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = kept[255 - threadIdx.x];
}
void start(int *out, int *in, int threads) {
  reversed<<<4, threads>>>(out, in); // launch: meets the contract if `uint32(threads) == 256`
}
