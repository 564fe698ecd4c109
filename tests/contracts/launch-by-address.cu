// verified: blockDim.x == 256 && blockDim.y == 1 && blockDim.z == 1
// Somebody else may change the number of threads before the launch.
__global__ void reversed(int *out, const int *in) {
  __shared__ int kept[256];
  kept[threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x];
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = kept[255 - threadIdx.x];
}
void choose(int *threads);
int main() {
  int *out, *in, threads = 256;
  cudaMalloc(&out, 4096);
  cudaMalloc(&in, 4096);
  choose(&threads);
  reversed<<<4, threads>>>(out, in); // launch: is unchecked: 
}
