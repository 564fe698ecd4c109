// lists FAST
__global__ void k(int*a){
#if 1 && \
 !FAST
 a[threadIdx.x]=1;
#else
 a[0]=threadIdx.x;
#endif
}
