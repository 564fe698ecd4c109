// unknown:Call --blockDim=64 --gridDim=1
typedef float (*Op)(float);
__device__ float square(float x) { return x * x; }
__device__ float twice(float x) { return 2.0f * x; }

__global__ void k(float *A, int c) {
  char *p = (char *)square;
  if (c) p += 4;
  A[threadIdx.x] = ((Op)p)(A[threadIdx.x]);
}
