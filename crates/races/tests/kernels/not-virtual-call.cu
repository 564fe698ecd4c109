// verified --blockDim=64 --gridDim=1
struct V {
  int one;
  __device__ int g(int i) { return i; }
};
struct W : V {
  __device__ int h(int i) { return g(i); }
};
__global__ void k(int *a, W *v) { a[v->h(threadIdx.x)] = 1; }
