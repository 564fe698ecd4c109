// lists FAST
#ifdef FAST
#define IDX(t) 0
#else
#define IDX(t) (t)
#endif
#define STORE(p) \
  p[IDX(threadIdx.x)] = threadIdx.x
__global__ void k(int*a){ STORE(a); }
