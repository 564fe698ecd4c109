// wrong:Race --blockDim=64 --gridDim=2
__global__ void k(float *A) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  reinterpret_cast<float4 *>(A)[i] = make_float4(0, 0, 0, 0);
  A[i] = 1.0f;
}
