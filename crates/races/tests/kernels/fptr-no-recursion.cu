// verified --blockDim=64 --gridDim=1
typedef int (*Step)(int);
struct Pair { Step first, second; };
__device__ int leaf(int n) { return n + 1; }
__device__ int through(const Pair *p, int n);
__device__ int inner(int n) { Step s = leaf; return s(n); }
__global__ void k(int *A) {
  Pair p = { inner, leaf };
  Step s = A[0] > 0 ? p.first : p.second;
  __syncthreads();
  A[threadIdx.x] = s(3);
}
