// lists __CUDA_ARCH__
__global__ void k(int*a){
 __shared__ int s[64]; s[threadIdx.x]=1;
 if (__CUDA_ARCH__ >= 700) __syncthreads();
 a[threadIdx.x]=s[threadIdx.x^1];
}
