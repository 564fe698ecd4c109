// wrong:Divergence --blockDim=64 --gridDim=1
// Joshi and others, GPURepair (2021), Listing 2.
__global__ void race(int *A) {
  if (threadIdx.x % 2 == 0) {
    int temp = A[threadIdx.x + 1];
    __syncthreads();
    A[threadIdx.x] = temp;
  }
}
