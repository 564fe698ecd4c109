// An address that lies in memory.
//:: exact: both 1 8, n=8
__global__ void old(const int *at, const float *x, float *y, int n) { int t = threadIdx.x; y[t] = x[at[t]]; }
__global__ void fresh(const int *at, const float *x, float *y, int n) { int t = threadIdx.x; y[t] = x[at[t]]; }
