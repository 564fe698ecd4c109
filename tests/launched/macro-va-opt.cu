#define CFG(...) 1 __VA_OPT__(, 64)
__global__ void k(int *a) { __shared__ int s[32]; s[threadIdx.x] = 1; }
int main() { int *a; k<<<CFG(y), 16>>>(a); }
