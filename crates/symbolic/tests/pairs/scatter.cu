// Whether two threads write the same element depends on contents.
//:: refused: both 1 8, n=8
__global__ void old(const unsigned char *at, const float *x, float *y, int n) { int t = threadIdx.x; y[at[t] & 7] = x[t]; }
__global__ void fresh(const unsigned char *at, const float *x, float *y, int n) { int t = threadIdx.x; y[at[t] & 7] = x[t]; }
