// verified --blockDim=64 --gridDim=2
__global__ void k(float *A) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 *v = reinterpret_cast<float4 *>(A);
  float4 x = v[i]; x.x += 1.0f; v[i] = x;
}
