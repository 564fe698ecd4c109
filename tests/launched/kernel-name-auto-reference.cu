__global__ void k(int *a) { __shared__ int s[32]; s[threadIdx.x] = 1; }
__global__ void o(int *a) { a[threadIdx.x] = 1; }
namespace z { auto &o(k); void f(int *a) { k<<<1, 32>>>(a); o<<<1, 64>>>(a); } }
