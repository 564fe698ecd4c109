// verified: blockDim.x == 256 && blockDim.y == 1 && blockDim.z == 1
// Fewer threads are right as well: what is required is more than is needed.
__global__ void turned(float *out, const float *in) {
  __shared__ float kept[256];
  kept[threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x];
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = kept[blockDim.x - 1 - threadIdx.x];
}
int main() {
  float *out, *in;
  cudaMalloc(&out, 4096);
  cudaMalloc(&in, 4096);
  turned<<<8, 128>>>(out, in); // launch: is correct although `blockDim.x == 256` does not hold
  turned<<<4, 256>>>(out, in); // launch: meets the contract
}
