// verified: blockDim.x == 32 && blockDim.y == 1 && blockDim.z == 1
// Two kernels of one name: the launch is one of the second, which requires nothing.
__global__ void fill(int *out) {
  __shared__ int kept[32];
  kept[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[blockIdx.x * 32 + threadIdx.x] = kept[31 - threadIdx.x];
}
__global__ void fill(float *out) { out[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
int main() {
  float *out;
  cudaMalloc(&out, 4 * 64 * sizeof(float));
  fill<<<4, 64>>>(out);
}
