// violates
// In place the kernel is right, but for the dynamic shared memory that is not there.
__global__ void k(float *out, const float *in) {
  extern __shared__ float s[];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  s[threadIdx.x] = in[i];
  __syncthreads();
  out[i] = s[threadIdx.x] + 1;
}
int main() {
  float *a;
  cudaMalloc(&a, 4096);
  k<<<4, 256, 0>>>(a, a); // launch: violates `sharedBytes > 0`
  k<<<4, 256, 1024>>>(a, a); // launch: meets the contract
}
