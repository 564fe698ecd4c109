// wrong:Divergence --blockDim=64 --gridDim=1
// A loop that only reads has a barrier in it.
__global__ void k(const int *a, int *out) {
  int sum = 0;
  for (int i = 0; i < a[threadIdx.x]; ++i) {
    sum += a[i];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}
