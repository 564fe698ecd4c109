// violates
// The launch has too little dynamic shared memory.
__global__ void k(float *out, int n) {
  extern __shared__ float s[];
  s[threadIdx.x] = 1.0f;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = s[threadIdx.x];
}
int main() {
  float *out; cudaMalloc(&out, 4096);
  k<<<4, 128, 64 * sizeof(float)>>>(out, 512); // launch: violates `sharedBytes > 256`
}
