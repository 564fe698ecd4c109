// lists FAST
#ifdef FAST
typedef unsigned char base_t;
#else
typedef int base_t;
#endif
struct P { base_t v; };
__global__ void k(int*a){ P p; p.v=blockIdx.x*64+threadIdx.x; a[p.v]=threadIdx.x; }
