// lists FOO
#define BAR
#ifdef FOO
#undef BAR
#endif
__global__ void k(int *p) {
#ifdef BAR
  p[threadIdx.x] = threadIdx.x;
#else
  p[0] = threadIdx.x;
#endif
}
