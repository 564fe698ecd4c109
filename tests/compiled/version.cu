// lists CUDA_VERSION
__global__ void k(int*a){ __shared__ int s[64]; s[threadIdx.x]=1;
#if CUDA_VERSION >= 9000
__syncwarp(); __syncthreads();
#endif
 a[threadIdx.x]=s[threadIdx.x^1]; }
