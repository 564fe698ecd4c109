// lists __CUDA_ARCH__
#define HAS_VOLTA (__CUDA_ARCH__ >= 700)
__global__ void k(int*a){
 __shared__ int s[64]; s[threadIdx.x]=1;
#if HAS_VOLTA
 __syncthreads();
#endif
 a[threadIdx.x]=s[threadIdx.x^1];
}
