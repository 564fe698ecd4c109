// wrong:Race --blockDim=64 --gridDim=1
// Joshi and others, GPURepair (2021), Listing 5.
__global__ void race(int *A) {
  int tid = threadIdx.x;
  A[tid] = A[tid + 1];
}
