__global__ void k(int *a) { __shared__ int s[32]; s[threadIdx.x] = 1; }
void f(int *a) { const int uint = 32; k<<<1, (uint) + 32>>>(a); }
