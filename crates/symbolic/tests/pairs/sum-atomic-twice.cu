// The same additions, but one element twice.
//:: different: both 1 8, n=8
__global__ void old(const float *x, float *y, int n) { atomicAdd(y, x[threadIdx.x]); }
__global__ void fresh(const float *x, float *y, int n) { atomicAdd(y, x[threadIdx.x > 0 ? threadIdx.x : 1]); }
