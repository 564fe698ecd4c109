// violates
// Each launch has two rows of blocks, which write the same.
__global__ void k(float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = i + threadIdx.x * 0.5f;
}
int main() {
  float *out; cudaMalloc(&out, 4096);
  k<<<dim3(4, 2), 128>>>(out, 512);
  k<<<dim3(4, 2), 64>>>(out, 256);
}
