// verified --blockDim=64 --gridDim=1
template <typename T> __device__ void swap(T &a, T &b) { T t = a; a = b; b = t; }
__global__ void k(float *A, float *B, int n) {
  float *from = A, *to = B;
  for (int s = 0; s < n; ++s) {
    to[threadIdx.x] = from[63 - threadIdx.x];
    __syncthreads();
    swap(from, to);
  }
}
