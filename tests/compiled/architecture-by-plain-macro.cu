// lists __CUDA_ARCH__
#define ARCH __CUDA_ARCH__
__global__ void k(int *p) {
#if ARCH >= 800
 p[threadIdx.x] = 1;
#else
 p[0] = threadIdx.x;
#endif
}
