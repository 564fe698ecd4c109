// lists FAST
#ifdef FAST
#define VAL_a 0
#else
#define VAL_a 1
#endif
#define GET(x) VAL_##x
__global__ void k(int*a){ a[GET(a)*threadIdx.x]=threadIdx.x; }
