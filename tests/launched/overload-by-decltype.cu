__global__ void k(int *a) { __shared__ int s[32]; s[threadIdx.x] = 1; }
void touch(long n) {}
decltype(nullptr) touch(int &n) { n = 64; return nullptr; }
void f(int *a) { int n = 32; touch(n); k<<<1, n>>>(a); }
