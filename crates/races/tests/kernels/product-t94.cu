// verified --blockDim=32 --gridDim=1
// 32 threads write 32 different places.
__global__ void k(int *A, int n) {
  if (n == 5) A[(((((signed char)threadIdx.x) | threadIdx.x) == ((unsigned short)n) ? ((int)threadIdx.x) : (((signed char)threadIdx.x) | ((signed char)threadIdx.x))) | (threadIdx.x % ((((signed char)threadIdx.x) <= (240u) ? threadIdx.x : threadIdx.x) | 1)))] = 1;
}
