__global__ void k(int *a) { __shared__ int s[32]; s[threadIdx.x] = 1; }
struct alignas(16) T {};
typedef unsigned char u8;
typedef u8 half, *phalf;   // sizeof(half) == 1
int main() { int *a; k<<<1, 64 / sizeof(half)>>>(a); }
