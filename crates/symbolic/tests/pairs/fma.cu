// A fused multiplication and addition is another operation.
//:: real: both 1 4, n=4
__global__ void old(const float *x, const float *y, float *z, int n) { int i = threadIdx.x; z[i] = x[i] * y[i] + z[i]; }
__global__ void fresh(const float *x, const float *y, float *z, int n) { int i = threadIdx.x; z[i] = fmaf(x[i], y[i], z[i]); }
