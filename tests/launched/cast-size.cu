__global__ void k(int *a) { a[threadIdx.x] = blockIdx.x; }
void f(int *a, int n) { if (n <= 8) { k<<<(unsigned)n / 8, 64>>>(a); } }
