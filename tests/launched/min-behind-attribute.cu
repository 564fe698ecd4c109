__global__ void k(int *a) { __shared__ int s[32]; s[threadIdx.x] = 1; }
namespace u { int __attribute__((always_inline)) min(int a, int b) { return a + b; } void f(int *a) { k<<<1, min(32, 64)>>>(a); } }
