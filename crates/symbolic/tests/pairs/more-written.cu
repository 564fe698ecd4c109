// One element too many is written.
//:: different: both 1 8, n=7
__global__ void old(const float *x, float *y, int n) { int t = threadIdx.x; if (t < n) y[t] = x[t]; }
__global__ void fresh(const float *x, float *y, int n) { int t = threadIdx.x; if (t <= n) y[t] = x[t]; }
