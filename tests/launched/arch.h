#ifdef __CUDA_ARCH__
#define N 32
#else
#define N 64
#endif
