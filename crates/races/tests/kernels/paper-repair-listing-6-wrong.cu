// wrong:Race --blockDim=64 --gridDim=1
// Joshi and others, GPURepair (2021), Listing 6.
__global__ void race(int *A) {
  A[0] = threadIdx.x;
}
