// verified --blockDim=64 --gridDim=2
typedef float (*Op)(float);
__device__ float square(float x) { return x * x; }
__device__ float twice(float x) { return 2.0f * x; }

__global__ void k(float *A, int n) {
  Op f = square, g = twice;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int s = 0; s < n; ++s) { A[i] = f(A[i]); Op t = f; f = g; g = t; }
}
