// violates: blockDim.x == 1
// In one launch the number of the thread is forgotten.
__global__ void scale(float *a, float by) {
  a[blockIdx.x] *= by;
}
int main() {
  float *a;
  cudaMalloc(&a, 100 * sizeof(float));
  scale<<<100, 1>>>(a, 2);  // launch: meets the contract
  scale<<<100, 32>>>(a, 2); // launch: violates `blockDim.x == 1`
}
