// verified --blockDim=64 --gridDim=2
typedef int (*State)(int *);
__device__ int idle(int *x) { *x += 1; return 1; }
__device__ int busy(int *x) { *x *= 2; return 0; }
__global__ void k(int *A, int n) {
  State s = idle;
  int x = 0;
  for (int i = 0; i < n; ++i) s = s(&x) ? busy : idle;
  A[blockIdx.x * 64 + threadIdx.x] = x;
}
