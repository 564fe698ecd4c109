// A sum in double precision is another sum.
//:: real: both 1 1, n=4
__global__ void old(const float *x, float *y, int n) { float s = 0; for (int i = 0; i < n; i++) s += x[i]; y[0] = s; }
__global__ void fresh(const float *x, float *y, int n) { double s = 0; for (int i = 0; i < n; i++) s += (double)x[i]; y[0] = (float)s; }
