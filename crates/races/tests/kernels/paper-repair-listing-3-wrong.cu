// wrong:Race --blockDim=64 --gridDim=1
// Joshi and others, GPURepair (2021), Listing 3 without the highlighted lines.
__device__ void write(int *A, int idx) {
  A[idx] = 50;
}
__global__ void race(int *A) {
  int temp = A[threadIdx.x + 1];
  if (temp < 50) {
    write(A, threadIdx.x);
  }
}
