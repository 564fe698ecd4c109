// Only values within the bins count; the bins are in dynamic shared memory, and empty ones are left out.
//:: exact: both 2 4, n=7, bins=5, dynamic 20
__global__ void old(const int *x, int *h, int n, int bins) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int b = x[i];
    if (b >= 0 && b < bins) atomicAdd(&h[b], 1);
  }
}
__global__ void fresh(const int *x, int *h, int n, int bins) {
  extern __shared__ int s[];
  for (int b = threadIdx.x; b < bins; b += blockDim.x) s[b] = 0;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int b = x[i];
    if (0 <= b && b < bins) atomicAdd(&s[b], 1);
  }
  __syncthreads();
  for (int b = threadIdx.x; b < bins; b += blockDim.x)
    if (s[b] != 0) atomicAdd(&h[b], s[b]);
}
