// Both read what nobody gave: not even the same kernel is equal to itself.
//:: open: both 1 4, n=4
__global__ void old(const float *x, float *y, int n) { __shared__ float s[4]; y[threadIdx.x] = s[threadIdx.x] + x[threadIdx.x]; }
__global__ void fresh(const float *x, float *y, int n) { __shared__ float s[4]; y[threadIdx.x] = s[threadIdx.x] + x[threadIdx.x]; }
