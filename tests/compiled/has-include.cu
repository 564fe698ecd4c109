// lists __has_include
__global__ void k(int*a){
#if __has_include("foo.h")
 a[0]=threadIdx.x;
#else
 a[threadIdx.x]=1;
#endif
}
