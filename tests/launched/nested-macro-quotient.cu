#define WARPS 60 + 4
#define N WARPS
__global__ void k(int *a) { __shared__ int s[32]; s[threadIdx.x] = 1; }
int main() { int *a; k<<<1, N / 4>>>(a); }
