// wrong:Race --blockDim=64 --gridDim=2
__global__ void k(float *A) {
  __shared__ union { float f[64]; int i[64]; } u;
  u.f[threadIdx.x] = A[blockIdx.x * 64 + threadIdx.x];
  __syncthreads();
  float x = u.f[63 - threadIdx.x];
  u.i[threadIdx.x] = (int)x;
}
