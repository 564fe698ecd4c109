// lists FAST
#ifdef FAST
enum { A=0 };
#else
enum { A=1 };
#endif
__global__ void k(int*a){ a[A*(blockIdx.x*64+threadIdx.x)]=threadIdx.x; }
