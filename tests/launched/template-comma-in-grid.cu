template <typename T, int B, int R> struct Traits { static int grid(int n) { return n; } };
__global__ void k(int *a) { __shared__ int s[32]; s[threadIdx.x] = 1; }
int main() { int *a; k<<<Traits<float, 32, 2>::grid(7), 64>>>(a); }
