// violates
// A plain launch cannot wait for the whole grid.
#include <cooperative_groups.h>
__global__ void turned(float *out, float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) in[i] = 2 * in[i];
  cooperative_groups::this_grid().sync();
  if (i < n) out[i] = in[n - 1 - i];
}
int main() {
  float *out, *in;
  cudaMalloc(&out, 4096);
  cudaMalloc(&in, 4096);
  turned<<<4, 256>>>(out, in, 1024); // launch: violates `a cooperative launch`
}
