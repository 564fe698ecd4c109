// verified --blockDim=64 --gridDim=1
// Joshi and others, GPURepair (2021), Listing 3 with the barrier that the paper names.
__device__ void write(int *A, int idx) {
  A[idx] = 50;
}
__global__ void race(int *A) {
  int temp = A[threadIdx.x + 1];
  __syncthreads();
  if (temp < 50) {
    write(A, threadIdx.x);
  }
}
