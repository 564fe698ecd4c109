__global__ void k(int *a) { __shared__ int s[32]; s[threadIdx.x] = 1; }
void f(int *a) { k<<<1, 32>>>(a); }
const char *t = R"(
# 1 "own.h"
)";
void g(int *a) { k<<<1, 64>>>(a); }
