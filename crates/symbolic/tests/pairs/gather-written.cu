// What others may have written is not what was there before.
//:: refused: both 1 8, n=8
__global__ void old(const int *at, float *x, float *y, int n) { int t = threadIdx.x; y[t] = x[at[t]]; }
__global__ void fresh(const int *at, float *x, float *y, int n) { int t = threadIdx.x; x[t] = 0; y[t] = x[at[t]]; }
