// verified --blockDim=64 --gridDim=1
// Joshi and others, GPURepair (2021), Listing 1.
__global__ void race(int *A) {
  int temp = A[threadIdx.x + 1];
  __syncthreads();
  A[threadIdx.x] = temp;
}
