// Zero plus a value is the value, but for the sign of a zero.
//:: reordered: both 1 4, n=4
__global__ void old(const float *x, float *y, int n) { float s = 0; s += x[threadIdx.x]; y[threadIdx.x] = s; }
__global__ void fresh(const float *x, float *y, int n) { y[threadIdx.x] = x[threadIdx.x]; }
