// Shared memory does not outlive a launch, although a device may leave it.
//:old put 1 8; get 1 8
//:new put 1 8; get 1 8
//:: unset:
__global__ void put(const float *x, float *z) { __shared__ float s[8]; s[threadIdx.x] = x[threadIdx.x]; z[threadIdx.x] = s[threadIdx.x]; }
__global__ void get(float *y) { __shared__ float s[8]; y[threadIdx.x] = s[threadIdx.x]; }
