// alpinist races ; right: verified; got: wrong (block 4,*: the constant YS is taken to be hidden)
#include <cuda_runtime.h>
constexpr unsigned int XS(4);
constexpr unsigned int YS(8);
__global__ void plain(float *o) { o[blockIdx.x * 32 + threadIdx.x] = 0; }
__global__ void tile(float *o) {
  __shared__ float v[YS][XS];
  v[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  o[blockIdx.x * 32 + threadIdx.y * XS + threadIdx.x] = v[YS - 1 - threadIdx.y][threadIdx.x];
}
void go(float *o) {
  const dim3 flat{ XS * YS, 1, 1 };
  const dim3 block{ XS, YS, 1 };
  plain<<<10, flat>>>(o);
  tile<<<10, block>>>(o);
}
//= 15 elsewhere: plain<<<10, 32>>>(o = o)
//= 16 elsewhere: tile<<<10, 4 x 8>>>(o = o)
