// verified --blockDim=64 --gridDim=1
__global__ void k(int *A, int *B) {
  int *p = A + threadIdx.x;
  B[p - A] = *p;
}
