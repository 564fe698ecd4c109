// A factor taken out of a sum: not the same floats.
//:: real: both 1 2, n=4
__global__ void old(const float *x, float *y, float a, int n) { float s = 0; for (int i = 0; i < n; i++) s += a * x[i]; y[threadIdx.x] = s; }
__global__ void fresh(const float *x, float *y, float a, int n) { float s = 0; for (int i = 0; i < n; i++) s += x[i]; y[threadIdx.x] = a * s; }
