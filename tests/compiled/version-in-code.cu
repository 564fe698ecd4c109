// lists CUDA_VERSION
__global__ void k(int *p) {
  if (CUDA_VERSION >= 13000) p[0] = threadIdx.x;
  else p[threadIdx.x] = 1;
}
