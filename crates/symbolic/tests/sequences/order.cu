// Launches in another order leave something else.
//:old scale 1 8; add 1 8
//:new add 1 8; scale 1 8
//:: different: n=8
__global__ void scale(float *x, int n) { if (threadIdx.x < n) x[threadIdx.x] *= 2.0f; }
__global__ void add(float *x, const float *y, int n) { if (threadIdx.x < n) x[threadIdx.x] += y[threadIdx.x]; }
