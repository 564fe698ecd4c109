//:old k
//:new single 1 8
//:: open:
__global__ void single(const float *x, float *y) { y[threadIdx.x] = x[threadIdx.x] * 0.1f; }
