// lists FOO
#ifdef FOO
struct S { int b; };
#else
struct S { int b, c; };
#endif
template<class T> __global__ void k(int *p) { p[threadIdx.x * (sizeof(T) - 4)] = threadIdx.x; }
template __global__ void k<S>(int *);
