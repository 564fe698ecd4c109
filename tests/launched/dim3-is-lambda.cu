__global__ void k(int *a) { __shared__ int s[32]; s[threadIdx.x] = 1; }
void f(int *a) { auto dim3 = [](int x, int y) { return ::dim3(x * 2, y); }; k<<<1, dim3(32, 1)>>>(a); }
