// verified: blockDim.x == 256 && blockDim.y == 1 && blockDim.z == 1
// Sizes that are computed by steps.
__global__ void reversed(int *out, const int *in) {
  __shared__ int kept[256];
  kept[threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x];
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = kept[255 - threadIdx.x];
}
int main() {
  int *out, *in, warps = 8;
  cudaMalloc(&out, 4096);
  cudaMalloc(&in, 4096);
  int threads = 32;
  threads *= warps;
  dim3 block(threads), grid;
  grid.x = 1024 / block.x;
  reversed<<<grid, block>>>(out, in); // launch: meets the contract
}
