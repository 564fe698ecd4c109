// lists NDEBUG
__global__ void k(int*a){
 __shared__ int s[64]; s[threadIdx.x]=1;
#ifndef NDEBUG
 __syncthreads();
#endif
 a[threadIdx.x]=s[threadIdx.x^1];
}
