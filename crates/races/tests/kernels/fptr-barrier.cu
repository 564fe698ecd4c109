// verified --blockDim=64 --gridDim=1
typedef float (*Sum)(float *, int);
__device__ float with(float *t, int i) { __syncthreads(); return t[(i + 1) % 64]; }
__device__ float without(float *t, int i) { return t[i]; }
__global__ void k(float *A, int which) {
  __shared__ float t[64];
  t[threadIdx.x] = A[threadIdx.x];
  Sum f = which ? with : without;
  A[threadIdx.x] = f(t, threadIdx.x);
}
