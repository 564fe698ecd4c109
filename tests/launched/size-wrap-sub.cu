__global__ void k(int *a) { a[threadIdx.x] = blockIdx.x; }
void f(int *a, unsigned n) { if (n <= 8) { k<<<(n - 4) / 4, 64>>>(a); } }
