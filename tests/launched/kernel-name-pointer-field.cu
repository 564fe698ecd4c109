__global__ void k(int *a) { __shared__ int s[32]; s[threadIdx.x] = 1; }
__global__ void o(int *a) { a[threadIdx.x] = 1; }
typedef void F(int *);
struct S { F *p, *o; };
void f(int *a) { k<<<1, 32>>>(a); S s{o, k}; s.o<<<1, 64>>>(a); }
