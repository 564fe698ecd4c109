// violates
// Numbers of threads do not fit into an int.
__global__ void k(float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 1;
}
int main() {
  float *out;
  cudaMalloc(&out, 4096);
  k<<<(1 << 22) + 1, 1024>>>(out, 1024); // launch: violates `gridDim.x * blockDim.x <= 2147482623`
}
