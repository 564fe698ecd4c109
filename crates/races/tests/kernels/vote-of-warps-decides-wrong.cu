// wrong:Divergence --blockDim=128 --gridDim=1
// Warps vote by themselves, and differ.
__global__ void k(int *x) {
  __shared__ int s[128];
  int v = x[blockIdx.x * 128 + threadIdx.x];
  if (__any_sync(0xffffffff, v > 0)) {
    s[threadIdx.x] = v;
    __syncthreads();
    x[blockIdx.x * 128 + threadIdx.x] = s[127 - threadIdx.x];
  }
}
