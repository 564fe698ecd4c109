// verified: blockDim.x == 1
// Each block has one thread, and the kernel asks for no other.
__global__ void scale(float *a, float by) {
  a[blockIdx.x] *= by;
}
int main() {
  float *a;
  cudaMalloc(&a, 100 * sizeof(float));
  scale<<<100, 1>>>(a, 2); // launch: meets the contract
}
