// The second launch finds what the first has left of a variable, not what was there before both.
//:old count 1 1; count 1 1
//:new count 1 1
//:: different:
__device__ int counter[1];
__global__ void count(int *y) { counter[0] = counter[0] + 1; y[0] = counter[0]; }
