// wrong:Race --blockDim=64 --gridDim=1
// Joshi and others, GPURepair (2021), Listing 1 without the line that the repair adds.
__global__ void race(int *A) {
  int temp = A[threadIdx.x + 1];
  A[threadIdx.x] = temp;
}
