// verified --blockDim=64 --gridDim=1
__global__ void k(const int *A, int *B) {
  int sum = 0;
  const int *p = A + threadIdx.x * 16, *end = p + 16;
  while (p != end) sum += *p++;
  B[threadIdx.x] = sum;
}
