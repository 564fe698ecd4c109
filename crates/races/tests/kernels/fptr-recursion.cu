// unknown:Recursion --blockDim=64 --gridDim=1
typedef int (*Step)(int, int);
__device__ int down(int n, int f) { Step s = down; if (f) s = down; return n > 0 ? s(n - 1, f) : 0; }
__global__ void k(int *A) { A[threadIdx.x] = down(3, A[threadIdx.x]); }
