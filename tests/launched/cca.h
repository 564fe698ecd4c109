#ifndef __CUDA_ARCH__
inline void go(int *a) { k<<<1, 64>>>(a); }
#endif
