//:old k
//:new wide 1 8
//:: exact:
__global__ void wide(const float *x, float *y) { y[threadIdx.x] = (float)exp((double)x[threadIdx.x]); }
