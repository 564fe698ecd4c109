// In place: a thread reads what another has written or not.
//:: refused: both 1 8, n=8
__global__ void old(float *x, int n) { int t = threadIdx.x; if (t + 1 < n) x[t] = x[t + 1]; }
__global__ void fresh(float *x, int n) { int t = threadIdx.x; float v = t + 1 < n ? x[t + 1] : 0; __syncthreads(); if (t + 1 < n) x[t] = v; }
