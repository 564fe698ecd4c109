#define N 60 + 4
#define M N
__global__ void k(int *a) { __shared__ int s[32]; s[threadIdx.x] = 1; }
int main() { int *a; const int n = M / 4; k<<<1, n>>>(a); }
