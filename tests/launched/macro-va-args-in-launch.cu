#define L(...) k<<<__VA_ARGS__, 4 * sizeof(int)>>>(a)
__global__ void k(int *a) { __shared__ int s[32]; s[threadIdx.x] = 1; }
int main() { int *a; L(1, 64); }
