// lists __HIP_PLATFORM_AMD__
__global__ void k(int*a){ __shared__ int s[64]; s[threadIdx.x]=1;
#ifndef __HIP_PLATFORM_AMD__
 __syncthreads();
#endif
 a[threadIdx.x]=s[threadIdx.x^1]; }
