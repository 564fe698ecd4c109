__global__ void k(int *a) { __shared__ int s[32]; s[threadIdx.x] = 1; }
struct Setter { void operator()(int &n) const { n = 64; } } cudaSet;
void f(int *a) { int n = 32; cudaSet(n); k<<<1, n>>>(a); }
//= 3 elsewhere: k<<<1, 64>>>(a = a)
