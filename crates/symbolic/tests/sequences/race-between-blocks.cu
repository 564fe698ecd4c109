// Each launch is free of races, or nothing is said.
//:old shift 2 4; copy 1 8
//:new shift 2 4; copy 1 8
//:: refused:
__global__ void shift(float *x) { int i = blockIdx.x * 4 + threadIdx.x; x[i] = x[i + 1]; }
__global__ void copy(const float *x, float *y) { y[threadIdx.x] = x[threadIdx.x]; }
