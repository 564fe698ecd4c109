// wrong:NullAccess --blockDim=64 --gridDim=2
typedef float (*Op)(float);
__device__ float square(float x) { return x * x; }
__device__ float twice(float x) { return 2.0f * x; }

__global__ void k(float *A, int which) {
  Op f = nullptr;
  if (which == 1) f = square;
  if (which == 2) f = twice;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  A[i] = f(A[i]);
}
