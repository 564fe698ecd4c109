// verified: blockDim.x == 256 && blockDim.y == 1 && blockDim.z == 1
// A launch through a pointer to the kernel, and another one by its name.
__global__ void reversed(int *out, const int *in) {
  __shared__ int kept[256];
  kept[threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x];
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = kept[255 - threadIdx.x];
}
void apply(void (*kernel)(int *, const int *), int *out, int *in);
int main() {
  int *out, *in;
  cudaMalloc(&out, 4096);
  cudaMalloc(&in, 4096);
  reversed<<<4, 256>>>(out, in); // launch: meets the contract
  apply(reversed, out, in); // launch: is unchecked: 
}
