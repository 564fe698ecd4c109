__global__ void k(int *a) { __shared__ int s[32]; s[threadIdx.x] = 1; }
__global__ void o(int *a) { a[threadIdx.x] = 1; }
namespace q { typedef unsigned char uint, uchar2_; void f(int *a) { k<<<1, 320 - (uint)288>>>(a); } }
