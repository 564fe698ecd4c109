// violates
// In place the kernel needs blocks of 256, which one launch has; pointers to different memory need none.
__global__ void doubled(int *out, const int *in) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = 2 * in[blockIdx.x * 256 + threadIdx.x];
}
int main() {
  int *a, *b;
  cudaMalloc(&a, 4096);
  cudaMalloc(&b, 4096);
  doubled<<<4, 256>>>(a, a); // launch: meets the contract
  doubled<<<4, 128>>>(a, a); // launch: violates `disjoint(out, in)`
  doubled<<<4, 128>>>(a, b); // launch: meets the contract
}
