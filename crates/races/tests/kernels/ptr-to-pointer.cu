// unknown --blockDim=64 --gridDim=2
__global__ void k(float **ptrs, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  ptrs[0][i] = 1.0f;
}
