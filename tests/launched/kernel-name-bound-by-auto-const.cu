__global__ void k(int *a) { __shared__ int s[32]; s[threadIdx.x] = 1; }
__global__ void o(int *a) { a[threadIdx.x] = 1; }
struct P { void (*p)(int *); int n; };
void f(int *a) { k<<<1, 32>>>(a); P q{k, 64}; auto const &[o, n] = q; o<<<1, 64>>>(a); }
