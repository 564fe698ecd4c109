// wrong:Race --blockDim=64 --gridDim=2
typedef void (*Put)(float *, int);
__device__ void own(float *A, int i) { A[i] = 1.0f; }
__device__ void next(float *A, int i) { A[i + 1] = A[i]; }
__global__ void k(float *A, int which) {
  Put f = which == 1 ? own : next;
  f(A, blockIdx.x * blockDim.x + threadIdx.x);
}
