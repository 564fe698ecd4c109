__global__ void k(int *a) { __shared__ int s[32]; s[threadIdx.x] = 1; }
void (cudaSet)(int &n) { n = 64; }
void f(int *a) { int n = 32; cudaSet(n); k<<<1, n>>>(a); }
