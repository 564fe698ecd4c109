__global__ void k(int *a) { __shared__ int s[32]; s[threadIdx.x] = 1; }
__global__ void o(int *a) { a[threadIdx.x] = 1; }
template <class T> T up(T n) { return n * 33; }
void f(int *a) { k<<<1, 65 - up(true)>>>(a); }
//= 4 elsewhere: k<<<1, 64>>>(a = a)
