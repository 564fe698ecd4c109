__global__ void k(int *a) { __shared__ int s[32]; s[threadIdx.x] = 1; }
__global__ void o(int *a) { a[threadIdx.x] = 1; }
void g(decltype(k) o, int *a) { o<<<1, 64>>>(a); }
void f(int *a) { k<<<1, 32>>>(a); g(k, a); }
