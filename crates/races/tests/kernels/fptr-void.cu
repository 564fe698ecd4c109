// verified --blockDim=64 --gridDim=1
typedef float (*Op)(float);
__device__ float square(float x) { return x * x; }
__device__ float twice(float x) { return 2.0f * x; }

__global__ void k(float *A, int c) {
  void *p = (void *)square;
  if (c) p = (void *)twice;
  A[threadIdx.x] = ((Op)p)(A[threadIdx.x]);
}
