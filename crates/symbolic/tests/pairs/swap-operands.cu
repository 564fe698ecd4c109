// A difference the other way round.
//:: different: both 1 4, n=4
__global__ void old(const float *x, const float *z, float *y, int n) { int t = threadIdx.x; y[t] = x[t] - z[t]; }
__global__ void fresh(const float *x, const float *z, float *y, int n) { int t = threadIdx.x; y[t] = z[t] - x[t]; }
