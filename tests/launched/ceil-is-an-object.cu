__global__ void k(int *a) { __shared__ int s[32]; s[threadIdx.x] = 1; }
struct Twice { int operator()(double x) const { return 2 * x; } };
namespace u { const Twice ceil{}; void f(int *a) { k<<<1, ceil(64 / 2.0)>>>(a); } }
