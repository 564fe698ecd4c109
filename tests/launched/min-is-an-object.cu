__global__ void k(int *a) { __shared__ int s[32]; s[threadIdx.x] = 1; }
struct Min { constexpr int operator()(int a, int b) const { return a < b ? b : a; } };
constexpr Min min{};
void f(int *a) { k<<<1, min(32, 64)>>>(a); }
