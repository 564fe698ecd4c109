//:old all 1 8; half 1 4
//:new one 1 8
//:: exact:
__global__ void all(const float *x, float *y) { y[threadIdx.x] = x[threadIdx.x]; }
__global__ void half(float *y) { y[2 * threadIdx.x] = 0.0f; }
__global__ void one(const float *x, float *y) { y[threadIdx.x] = threadIdx.x % 2 == 0 ? 0.0f : x[threadIdx.x]; }
