// verified --blockDim=64 --gridDim=1
// Joshi and others, GPURepair (2021), Listing 4. The paper finds a race here, but even threads write to
// even elements and read odd ones.
__global__ void race(int *A) {
  int tid = threadIdx.x;
  if (tid % 2 == 0) {
    int temp = A[tid + 1];
    A[tid] = temp;
  }
}
