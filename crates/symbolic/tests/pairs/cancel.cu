// A sum from which a term is taken away again: only over the reals.
//:: real: both 1 4, n=4
__global__ void old(const float *x, const float *z, float *y, int n) { int t = threadIdx.x; y[t] = x[t] + z[t] - x[t]; }
__global__ void fresh(const float *x, const float *z, float *y, int n) { int t = threadIdx.x; y[t] = z[t]; }
