// alpinist races --grid '*' ; right: verified; got: wrong (block "*", "launches in the file do not say")
#include <cuda_runtime.h>
__global__ void flip(const float *in, float *out, int width) {
  __shared__ float row[64];
  row[threadIdx.x] = in[blockIdx.x * 64 + threadIdx.x];
  __syncthreads();
  out[blockIdx.x * 64 + threadIdx.x] = \
      2 * row[63 - threadIdx.x];
}
void go(const float *a, float *b, int n) {
  const int T = 64;
  dim3 block(T);
  flip<<<n, block>>>(a, b, n);
}
//= 13 elsewhere: flip<<<uint32(n), 64>>>(in = a, out = b, width = n)
