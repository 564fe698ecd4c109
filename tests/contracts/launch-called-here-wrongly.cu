// violates: blockDim.x == 256 && blockDim.y == 1 && blockDim.z == 1
__global__ void reversed(int *out, const int *in) {
  __shared__ int kept[256];
  kept[threadIdx.x] = in[blockIdx.x * 256 + threadIdx.x];
  __syncthreads();
  out[blockIdx.x * 256 + threadIdx.x] = kept[255 - threadIdx.x];
}
void start(int *out, const int *in, int threads) {
  reversed<<<4, threads>>>(out, in);
}
int main() {
  int *out, *in;
  cudaMalloc(&out, 4096);
  cudaMalloc(&in, 4096);
  start(out, in, 256);
  start(out, in, 512);
}
