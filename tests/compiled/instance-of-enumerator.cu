// lists FOO
#ifdef FOO
enum { W = 0 };
#else
enum { W = 1 };
#endif
template<int T> __global__ void k(int *p) { p[threadIdx.x * T] = 1; }
template __global__ void k<W>(int *);
