__global__ void k(int *a) { __shared__ int s[32]; s[threadIdx.x] = 1; }
template <class F> void run(F min, int *a) { k<<<1, min(32, 64)>>>(a); }
struct Add { int operator()(int a, int b) const { return a + b; } };
void f(int *a) { run(Add(), a); }
//= 2 elsewhere: k<<<1, 96>>>(a = a)
//= 2 elsewhere via 4: k<<<1, 96>>>(a = a)
