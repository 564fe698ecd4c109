// A variable of the program does outlive it.
//:old put 1 8; get 1 8
//:new direct 2 4
//:temporary carry
//:: exact:
__device__ float carry[8];
__global__ void put(const float *x) { carry[threadIdx.x] = x[threadIdx.x] * 3.0f; }
__global__ void get(float *y) { y[threadIdx.x] = carry[7 - threadIdx.x]; }
__global__ void direct(const float *x, float *y) { int i = blockIdx.x * 4 + threadIdx.x; y[i] = x[7 - i] * 3.0f; }
