// violates
// A plain launch cannot wait for the whole grid, whatever its arguments are called.
#include <cooperative_groups.h>
__global__ void turned(float *out, float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) in[i] = 2 * in[i];
  cooperative_groups::this_grid().sync();
  if (i < n) out[i] = in[n - 1 - i];
}
int main() {
  float *outCooperative, *in;
  int n = 1024;
  cudaMalloc(&outCooperative, 4096);
  cudaMalloc(&in, 4096);
  turned<<<4, 256>>>(outCooperative, in, 1024); // launch: violates `a cooperative launch`
  void *args[] = {&outCooperative, &in, &n};
  cudaLaunchCooperativeKernel((void *)turned, 4, 256, args, 0, 0); // launch: meets the contract
  cudaLaunchKernel((void *)turned, 4, 256, args, 0, 0); // launch: violates `a cooperative launch`
}
