// lists FAST
#ifdef FAST
typedef unsigned char base_t;
#else
typedef int base_t;
#endif
typedef base_t idx_t;
__global__ void k(int*a){ idx_t i=blockIdx.x*64+threadIdx.x; a[i]=threadIdx.x; }
