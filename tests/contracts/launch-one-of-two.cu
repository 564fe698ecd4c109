// violates: blockDim.x == 256 && blockDim.y == 1 && blockDim.z == 1
// One of two branches makes too large blocks.
__global__ void reversed(int *out, const int *in) {
  __shared__ int kept[256];
  kept[threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x];
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = kept[255 - threadIdx.x];
}
int main(int argc, char **) {
  int *out, *in, threads = 256;
  cudaMalloc(&out, 4096);
  cudaMalloc(&in, 4096);
  if (argc > 1) {
    reversed<<<2, 512>>>(out, in); // launch: violates `blockDim.x == 256`
  } else {
    reversed<<<4, threads>>>(out, in); // launch: meets the contract
  }
}
