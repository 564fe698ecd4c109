// lists FAST
struct I{
#ifdef FAST
int v=0;
#else
int v=1;
#endif
};
__global__ void k(int*a){ I i; a[i.v*threadIdx.x]=1; }
