// violates: n % 4 == 0 && blockDim.x == 64
// What a kernel requires at its start is its contract, and no assumption. A launch that breaks it is not checked with it.
__global__ void turned(int *out, const int *in, int n) {
  __requires(n % 4 == 0 && blockDim.x == 64);
  __shared__ int kept[64];
  kept[threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x];
  if (n % 4 == 0) {
    __syncthreads();
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = kept[63 - threadIdx.x];
}
int main() {
  int *out, *in;
  cudaMalloc(&out, 4096);
  cudaMalloc(&in, 4096);
  turned<<<4, 64>>>(out, in, 8);  // launch: meets the contract
  turned<<<4, 64>>>(out, in, 7);  // launch: violates `n % 4 == 0`
}
