// unknown:K204 --blockDim=64 --gridDim=1
struct V {
  virtual __device__ int operator()(int i) { return i; }
};
struct W : V {
  __device__ int operator()(int i) { return 0; }
};
__global__ void k(int *a, W *v) { a[(*v)(threadIdx.x)] = 1; }
