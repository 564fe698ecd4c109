// lists FAST
#ifdef FAST
#define INNER 0
#else
#define INNER 1
#endif
#define OUTER INNER
__global__ void k(int*a){ a[OUTER*threadIdx.x]=threadIdx.x; }
#undef OUTER
#define OUTER 5
