__global__ void k(int *a) { __shared__ int s[32]; s[threadIdx.x] = 1; }
namespace q { enum uint : unsigned char {}; void f(int *a) { k<<<1, 320 - (uint)288>>>(a); } }
