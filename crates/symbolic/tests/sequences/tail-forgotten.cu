//:old clear 1 8; copy 1 6
//:new copy 1 6
//:: different:
__global__ void clear(float *y) { y[threadIdx.x] = 0.0f; }
__global__ void copy(const float *x, float *y) { y[threadIdx.x] = x[threadIdx.x]; }
