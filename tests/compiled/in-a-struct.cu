// lists FAST
struct S{
#ifdef FAST
 __device__ int idx(){return 0;}
#else
 __device__ int idx(){return threadIdx.x;}
#endif
};
__global__ void k(int*a){ S s; a[s.idx()]=threadIdx.x; }
