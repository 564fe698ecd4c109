__global__ void k(int *a) { __shared__ int s[32]; s[threadIdx.x] = 1; }
namespace u { struct alignas(16) dim3 { unsigned a; dim3(unsigned x, unsigned y) : a(x * 2) {} operator ::dim3() const { return ::dim3(a, 1); } };
void f(int *a) { k<<<1, dim3(32, 1)>>>(a); } }
