// An atomic addition under a condition against one of the condition's value.
//:: exact: both 1 8, n=8, limit=3
__global__ void old(const int *x, int *out, int limit, int n) { if (x[threadIdx.x] > limit) atomicAdd(out, 1); }
__global__ void fresh(const int *x, int *out, int limit, int n) { atomicAdd(out, x[threadIdx.x] > limit ? 1 : 0); }
