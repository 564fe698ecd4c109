// An index without sign is taken for one with a sign, which may be below zero.
//:: exact: both 2 8, n=13
//:all open
__global__ void old(float *y, unsigned n) {
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    y[i] = (long long)(int)i < 0 ? 1.f : 2.f;
}
__global__ void fresh(float *y, unsigned n) {
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    y[i] = (long long)i < 0 ? 1.f : 2.f;
}
