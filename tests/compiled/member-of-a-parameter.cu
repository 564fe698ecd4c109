// lists FAST
struct Op { 
#ifdef FAST
 unsigned char j;
#else
 int j;
#endif
 };
__global__ void k(int*a, Op f){ f.j=blockIdx.x*64+threadIdx.x; a[f.j] = threadIdx.x; }
