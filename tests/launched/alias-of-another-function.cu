template <class T> __global__ void k(int *a) { __shared__ int s[32]; s[threadIdx.x] = 1; }
void g(int *a) { using T = float; k<int><<<1, 32>>>(a); }
template <class T> void f(int *a) { k<T><<<1, 64>>>(a); }
void h(int *a) { f<int>(a); }
