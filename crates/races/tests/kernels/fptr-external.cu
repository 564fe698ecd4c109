// unknown:K207 --blockDim=64 --gridDim=2
__device__ float far(float);
typedef float (*Op)(float);
__global__ void k(float *A) { Op f = far; A[blockIdx.x * blockDim.x + threadIdx.x] = f(1.0f); }
