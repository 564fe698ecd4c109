// violates
// The kernel forgets the second dimension that its launch has.
__global__ void k(float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = i + threadIdx.x * 0.5f;
  if (i < n) out[i] += 1;
}
int main() {
  float *out; cudaMalloc(&out, 4096);
  dim3 block(16, 16);
  k<<<4, block>>>(out, 512);
}
