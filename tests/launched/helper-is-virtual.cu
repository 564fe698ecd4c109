__global__ void k(int *a) { __shared__ int s[32]; s[threadIdx.x] = 1; }
struct B { virtual int up(int n) { return n / 4; } void go(int *a) { k<<<1, up(128)>>>(a); } };
struct D : B { int up(int n) override { return n; } };
void f(int *a) { D().go(a); }
