// The element behind the one that is meant.
//:: different: both 1 8, n=8
__global__ void old(const unsigned char *at, const float *x, float *y, int n) { int t = threadIdx.x; y[t] = x[at[t] & 7]; }
__global__ void fresh(const unsigned char *at, const float *x, float *y, int n) { int t = threadIdx.x; y[t] = x[(at[t] & 7) + 1]; }
