//:old count 1 1; count 1 1
//:new twice 1 1
//:: exact:
__device__ int counter[1];
__global__ void count(int *y) { counter[0] = counter[0] + 1; y[0] = counter[0]; }
__global__ void twice(int *y) { y[0] = counter[0] = counter[0] + 2; }
