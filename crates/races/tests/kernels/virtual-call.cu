// unknown:K204 --blockDim=64 --gridDim=1
// `v` may be a `W`, and then all threads write a[0].
struct V {
  virtual __device__ int g() { return 1; }
};
struct W : V {
  __device__ int g() override { return 0; }
};
__global__ void k(int *a, V *v) { a[threadIdx.x * v->g()] = 1; }
