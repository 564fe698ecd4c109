// lists __CUDA__
__global__ void k(int *p) {
#ifdef __CUDA__
  p[threadIdx.x] = 1;
#else
  p[0] = threadIdx.x;
#endif
}
