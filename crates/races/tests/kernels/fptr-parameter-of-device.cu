// verified --blockDim=64 --gridDim=2
typedef float (*Op)(float);
__device__ float square(float x) { return x * x; }
__device__ float twice(float x) { return 2.0f * x; }

__device__ void apply(Op f, float *a) { *a = f(*a); }
__global__ void k(float *A) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  apply(square, &A[i]);
  apply(twice, A + i);
}
