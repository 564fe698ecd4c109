// verified --blockDim=* --gridDim=[*,*]
__global__ void k(float *a, float v, long long n) {
  size_t block = blockIdx.y * (size_t)gridDim.x + blockIdx.x, i = block * blockDim.x + threadIdx.x;
  if (i < n) a[i] = v;
}
