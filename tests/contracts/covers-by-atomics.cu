// unknown
// with: --covers out:n
// An element that is added to is no element that is written once.
__global__ void k(float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&out[i], 1.0f);
}
