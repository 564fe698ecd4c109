// In C `exp` of a float is that of a double, which is rounded otherwise.
//:old k
//:new single 1 8
//:: real:
__global__ void single(const float *x, float *y) { y[threadIdx.x] = exp(x[threadIdx.x]); }
