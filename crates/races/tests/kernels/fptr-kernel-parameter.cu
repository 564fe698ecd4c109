// unknown:Call --blockDim=64 --gridDim=2
typedef float (*Op)(float);
__device__ float square(float x) { return x * x; }
__device__ float twice(float x) { return 2.0f * x; }

__global__ void k(float *A, Op f) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  A[i] = f(A[i]);
}
__global__ void other(float *A) { Op f = square; A[blockIdx.x * blockDim.x + threadIdx.x] = f(1.0f); }
