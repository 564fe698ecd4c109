__global__ void k(int *a) { __shared__ int s[32]; s[threadIdx.x] = 1; }
short int up(int n) { return n; }
void f(int *a) { k<<<1, 96 - up(65600) / 1024>>>(a); }
