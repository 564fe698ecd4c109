#include <cuda_runtime.h>
#define API(f) cuda##f
__global__ void k(int *a) { __shared__ int s[32]; s[threadIdx.x] = 1; }
int main() { int *a; k<<<1, 32>>>(a); void *args[] = {&a}; API(LaunchKernel)((void *)k, dim3(1), dim3(64), args, 0, 0); }
